package slipway.run.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.CheckpointIntegrity;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;

/**
 * Finds the checkpoints of a workload. A checkpoint is a file or a directory directly in the attempt's {@code
 * checkpoints}, or in the directory that its spec names. It is verified if it is not empty, no name in it marks
 * unfinished work, every file can be read and has the length that its format says, and it is settled: unchanged for a
 * moment, and for an ended attempt for a moment before its end. So a job that writes in place is not caught in the
 * middle, neither by a scan nor by a kill. An attempt that exited with 0 was not cut short; nor was a checkpoint that
 * was renamed when complete, that contains a completion marker, or that is a single file whose format shows its
 * length.
 */
public final class CheckpointScanner {

    /** A checkpoint is settled if it has not changed for this time. */
    public static final Duration SETTLE_TIME = Duration.ofSeconds(1);

    /** The number of files of a checkpoint that are read. */
    private static final int MAX_FILES = 10_000;

    /** The number of checkpoints that are listed per directory. */
    private static final int MAX_LISTED = 200;

    private static final int MAX_EXAMINED = 1_000;

    /** The number of entries whose names are read in a directory, such as one that also holds a data set. */
    private static final int MAX_ENTRIES = 20_000;

    /** The number of siblings that show whether jobs write completion markers in this directory. */
    private static final int MAX_SIBLINGS = 8;

    private static final int MAX_ATTEMPTS = 5;

    /** Completion markers, which are written last; the first is that of PyTorch's distributed checkpoints. */
    private static final Set<String> MARKERS =
            Set.of(".metadata", "_SUCCESS", "COMPLETE", ".complete", "DONE", ".done");

    private static final int OWN_ACCOUNT = owner(Path.of("/proc/self")).orElse(0);

    private final Path attempts;

    public CheckpointScanner(Path attempts) {
        this.attempts = attempts;
    }

    /**
     * A verified checkpoint.
     *
     * @param provenComplete whether it shows by itself that its writing was not cut short
     */
    public record Checkpoint(Path path, Instant made, boolean provenComplete) {}

    /** The newest checkpoint of the attempts up to this one, all of which have ended. */
    public Optional<Checkpoint> newest(Workload workload, int upTo) {
        for (int number = upTo; number >= 1; number--) {
            Optional<Checkpoint> found = newestOfEnded(workload, number);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The newest checkpoint of an ended attempt. */
    public Optional<Checkpoint> newestOfEnded(Workload workload, int number) {
        AttemptDirectory directory = directory(workload, number);
        return newest(workload, directory, notCutShort(directory));
    }

    /** The newest settled checkpoint of the newest attempt, which may be writing the next one. */
    public Optional<Checkpoint> newestSettled(Workload workload, Instant now) {
        return newest(workload, directory(workload, workload.history().attempts()), settledBy(now));
    }

    /** The newest checkpoint of the newest attempt, settled or not. */
    public Optional<Checkpoint> newest(Workload workload) {
        return newest(workload, directory(workload, workload.history().attempts()), _ -> true);
    }

    /** Whether it is settled, by the time of its files. */
    public static boolean isSettled(Checkpoint found, Instant now) {
        return settledBy(now).test(found);
    }

    private AttemptDirectory directory(Workload workload, int number) {
        return AttemptDirectory.at(attempts, new AttemptId(workload.id(), number));
    }

    private static Predicate<Checkpoint> settledBy(Instant now) {
        return found -> found.made().isBefore(now.minus(SETTLE_TIME));
    }

    private static Predicate<Checkpoint> notCutShort(AttemptDirectory directory) {
        Optional<Instant> cut = directory.interruptedAt();
        return found ->
                found.provenComplete() || cut.filter(end -> !settledBy(end).test(found)).isEmpty();
    }

    private Optional<Checkpoint> newest(
            Workload workload, AttemptDirectory directory, Predicate<Checkpoint> settled) {
        return directories(workload, directory).stream()
                .flatMap(folder -> listed(workload, directory, folder).stream())
                .flatMap(path -> verified(path).stream())
                .filter(settled)
                .max(
                        Comparator.comparing(Checkpoint::made)
                                .thenComparing(each -> each.path().toString()));
    }

    // Directories.

    /** The directories where an attempt may save: its own, and the one its spec names. */
    public List<Path> directories(Workload workload, AttemptDirectory directory) {
        return Stream.concat(
                        Stream.of(directory.checkpoints()),
                        namedDirectory(workload, directory).stream())
                .filter(folder -> isOpen(folder, directory))
                .toList();
    }

    /** The directory that the spec names, resolved from the working directory of the job. */
    public static Optional<Path> namedDirectory(Workload workload, AttemptDirectory directory) {
        if (workload.spec().pilot().isPresent()) {
            return Optional.empty(); // a pilot must not touch what others resume from
        }
        Path work =
                workload.spec()
                        .execution()
                        .program()
                        .workdir()
                        .map(Path::of)
                        .orElse(directory.path().resolve("work"));
        return workload.spec()
                .execution()
                .checkpoint()
                .flatMap(slipway.spec.workload.CheckpointSpec::directory)
                .map(named -> work.resolve(named).normalize());
    }

    /** Refuses directories of other attempts, whatever links a job has made. */
    private boolean isOpen(Path folder, AttemptDirectory directory) {
        try {
            return isOwn(folder, directory)
                    || !folder.toRealPath().startsWith(attempts.toRealPath());
        } catch (IOException e) {
            return false; // it does not exist yet
        }
    }

    private static boolean isOwn(Path folder, AttemptDirectory directory) throws IOException {
        return folder.toRealPath().startsWith(directory.path().toRealPath());
    }

    /** In its own directory all entries are the attempt's; in a shared one, those made while it ran. */
    private List<Path> listed(Workload workload, AttemptDirectory directory, Path folder) {
        Instant from = directory.claimedAt().orElse(Instant.MAX);
        Instant until =
                directory(workload, directory.id().number() + 1).claimedAt().orElse(Instant.MAX);
        Optional<Integer> account = directory.ownerUid().filter(it -> it != OWN_ACCOUNT);
        try (Stream<Path> there = Files.list(folder)) {
            boolean own = isOwn(folder, directory);
            return there.limit(MAX_ENTRIES)
                    .sorted(Comparator.reverseOrder())
                    .limit(MAX_EXAMINED)
                    .filter(path -> own || isBy(account, path))
                    .filter(path -> own || isWithin(contents(path).made, from, until))
                    .limit(MAX_LISTED)
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " could not be listed", e);
        }
    }

    /** If jobs have their own accounts, the server can read more than the job: only the job's own files count. */
    private static boolean isBy(Optional<Integer> account, Path path) {
        return account.isEmpty() || account.equals(owner(path));
    }

    private static Optional<Integer> owner(Path path) {
        try {
            return Optional.of(
                    (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static boolean isWithin(Instant made, Instant from, Instant until) {
        return !made.isBefore(from) && made.isBefore(until);
    }

    // Listing for users.

    /** The checkpoints of the latest attempts, newest first. */
    public List<SavedCheckpoint> recent(Workload workload, Instant now, int most) {
        int newest = workload.history().attempts();
        return Stream.iterate(newest, number -> number >= 1, number -> number - 1)
                .limit(MAX_ATTEMPTS)
                .flatMap(number -> all(workload, number, now).stream().limit(most))
                .limit(most)
                .toList();
    }

    /** All that an attempt saved or is saving, newest first. */
    private List<SavedCheckpoint> all(Workload workload, int number, Instant now) {
        AttemptDirectory directory = directory(workload, number);
        boolean ended = number < workload.history().attempts() || !workload.isPlaced();
        Predicate<Checkpoint> settled = ended ? notCutShort(directory) : settledBy(now);
        try {
            return directories(workload, directory).stream()
                    .flatMap(folder -> listed(workload, directory, folder).stream())
                    .map(path -> saved(number, path, settled))
                    .sorted(Comparator.comparing(SavedCheckpoint::made).reversed())
                    .toList();
        } catch (UncheckedIOException e) {
            return List.of(); // it is gone, or never began
        }
    }

    private static SavedCheckpoint saved(int number, Path path, Predicate<Checkpoint> settled) {
        Contents sum = contents(path);
        return new SavedCheckpoint(
                number,
                path.getFileName().toString(),
                new Bytes(sum.bytes),
                sum.made,
                verified(path).filter(settled).isPresent());
    }

    private record Contents(long bytes, Instant made) {}

    private static Contents contents(Path path) {
        try (Stream<Path> all = Files.walk(path, 16)) {
            long bytes = 0;
            Instant made = Instant.EPOCH;
            for (Path file : all.limit(MAX_FILES).toList()) {
                Instant changed = modified(file);
                made = changed.isAfter(made) ? changed : made;
                boolean counts = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                bytes += counts ? Files.size(file) : 0;
            }
            return new Contents(bytes, made);
        } catch (IOException | UncheckedIOException e) {
            return new Contents(0, Instant.EPOCH); // it is being written or removed
        }
    }

    private static Instant modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    // Verification.

    private static boolean isUnfinished(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".tmp")
                || name.endsWith(".part")
                || name.endsWith(".partial")
                || name.endsWith(".incomplete");
    }

    /** A link such as {@code latest} is no checkpoint: its target counts where it is, if it is complete. */
    private static Optional<Checkpoint> verified(Path path) {
        if (path.getFileName().toString().startsWith(".")
                || isUnfinished(path)
                || Files.isSymbolicLink(path)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.walk(path, 16)) {
            List<Path> files =
                    all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                            .limit(MAX_FILES)
                            .toList();
            Instant made = Instant.EPOCH;
            long bytes = 0;
            boolean whole = false;
            for (Path file : files) {
                Optional<Boolean> intact = CheckpointIntegrity.check(file);
                if (isUnfinished(file) || !Files.isReadable(file) || intact.equals(NO)) {
                    return Optional.empty();
                }
                whole = intact.isPresent();
                Instant changed = modified(file);
                made = changed.isAfter(made) ? changed : made;
                bytes += Files.size(file);
            }
            boolean single = files.equals(List.of(path)) && whole;
            return bytes > 0 && !lacksMarker(path, files)
                    ? Optional.of(
                            new Checkpoint(
                                    path, made, single || hasMarker(files) || isRenamed(path)))
                    : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty(); // it is being written or removed
        }
    }

    private static final Optional<Boolean> NO = Optional.of(false);

    private static boolean hasMarker(List<Path> files) {
        return files.stream().anyMatch(file -> MARKERS.contains(file.getFileName().toString()));
    }

    /** A marker is required if siblings have one, or if the format has one. */
    private static boolean lacksMarker(Path path, List<Path> files) {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || hasMarker(files)) {
            return false;
        }
        boolean distributed = files.stream().anyMatch(file -> file.toString().endsWith(".distcp"));
        return distributed || hasMarkedSibling(path);
    }

    private static boolean hasMarkedSibling(Path path) {
        try (Stream<Path> beside = Files.list(path.resolveSibling("."))) {
            return beside.limit(MAX_ENTRIES)
                    .sorted()
                    .limit(MAX_SIBLINGS)
                    .anyMatch(
                            each ->
                                    MARKERS.stream()
                                            .anyMatch(mark -> Files.exists(each.resolve(mark))));
        } catch (IOException e) {
            return false;
        }
    }

    /** Writing changes modification and change time alike; renaming, the usual last step, changes only the latter. */
    private static boolean isRenamed(Path path) throws IOException {
        var changed = (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
        return changed.toInstant().isAfter(modified(path));
    }
}
