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
 * Recognises what jobs save. A checkpoint is a file or a folder directly in the attempt's {@code checkpoints}, or in
 * the directory that its spec names. It is verified when it is not empty, nothing in it has the name of something
 * unfinished, every file can be read and is as long as its format says, and it has rested: while the attempt runs for a
 * moment, and afterwards for a moment before the end. Whoever writes in place is not caught in the middle, neither by
 * a look nor by a kill. What ended with 0 was not cut short; nor was what was renamed when it was complete, what has a
 * mark of being complete in it, and a single file that says itself that it is whole.
 */
public final class CheckpointScanner {

    /** So long nothing of it has changed. */
    public static final Duration SETTLE_TIME = Duration.ofSeconds(1);

    /** A folder with more than this is not walked to its end. */
    private static final int MAX_FILES = 10_000;

    /** Of more than this in one folder only some are listed. */
    private static final int MAX_LISTED = 200;

    private static final int MAX_EXAMINED = 1_000;

    /** Of a folder with more entries, as that of a whole data set, not even the names are read to the end. */
    private static final int MAX_ENTRIES = 20_000;

    /** So many others tell whether whoever saves here leaves marks. */
    private static final int MAX_SIBLINGS = 8;

    private static final int MAX_ATTEMPTS = 5;

    /** Written last by those who write one; the first by PyTorch's distributed checkpoints. */
    private static final Set<String> MARKERS =
            Set.of(".metadata", "_SUCCESS", "COMPLETE", ".complete", "DONE", ".done");

    private static final int OWN_ACCOUNT = owner(Path.of("/proc/self")).orElse(0);

    private final Path attempts;

    public CheckpointScanner(Path attempts) {
        this.attempts = attempts;
    }

    /**
     * One that is verified.
     *
     * @param provenComplete whether it shows itself that its writing was not cut short
     */
    public record Checkpoint(Path path, Instant made, boolean provenComplete) {}

    /** The newest of a workload that its attempts up to this one left, all of which are over. */
    public Optional<Checkpoint> newest(Workload workload, int upTo) {
        for (int number = upTo; number >= 1; number--) {
            Optional<Checkpoint> found = newestOfEnded(workload, number);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The newest of an attempt that is over: what it left does not change any more. */
    public Optional<Checkpoint> newestOfEnded(Workload workload, int number) {
        AttemptDirectory directory = directory(workload, number);
        return newest(workload, directory, notCutShort(directory));
    }

    /** The newest of an attempt that may be writing the next one. */
    public Optional<Checkpoint> newestSettled(Workload workload, Instant now) {
        return newest(workload, directory(workload, workload.history().attempts()), settledBy(now));
    }

    /** The newest of its attempt, which may be writing it just now. */
    public Optional<Checkpoint> newest(Workload workload) {
        return newest(workload, directory(workload, workload.history().attempts()), _ -> true);
    }

    /** By the time that its files bear. */
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

    // Where they are.

    /** Where an attempt may save: in its own directory, and where its spec says. */
    public List<Path> directories(Workload workload, AttemptDirectory directory) {
        return Stream.concat(
                        Stream.of(directory.checkpoints()),
                        namedDirectory(workload, directory).stream())
                .filter(folder -> isOpen(folder, directory))
                .toList();
    }

    /** As the job understands it: from where it works. */
    public static Optional<Path> namedDirectory(Workload workload, AttemptDirectory directory) {
        if (workload.spec().pilot().isPresent()) {
            return Optional.empty(); // what others go on from is none of its business
        }
        Path work =
                workload.spec()
                        .program()
                        .workdir()
                        .map(Path::of)
                        .orElse(directory.path().resolve("work"));
        return workload.spec()
                .checkpoint()
                .flatMap(slipway.spec.workload.CheckpointSpec::directory)
                .map(named -> work.resolve(named).normalize());
    }

    /** No way into what other attempts have, by whatever links a job has made. */
    private boolean isOpen(Path folder, AttemptDirectory directory) {
        try {
            return isOwn(folder, directory)
                    || !folder.toRealPath().startsWith(attempts.toRealPath());
        } catch (IOException e) {
            return false; // it is not there yet
        }
    }

    private static boolean isOwn(Path folder, AttemptDirectory directory) throws IOException {
        return folder.toRealPath().startsWith(directory.path().toRealPath());
    }

    /** What is an attempt's own is in its directory; in a place that others share, what was made in its time. */
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

    /** Where jobs have accounts of their own, the server sees more than the job may: only what it made is told. */
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

    // What people see.

    /** What the latest attempts saved, the newest first. */
    public List<SavedCheckpoint> recent(Workload workload, Instant now, int most) {
        int newest = workload.history().attempts();
        return Stream.iterate(newest, number -> number >= 1, number -> number - 1)
                .limit(MAX_ATTEMPTS)
                .flatMap(number -> all(workload, number, now).stream().limit(most))
                .limit(most)
                .toList();
    }

    /** Everything that an attempt saved or is saving, the newest first. */
    private List<SavedCheckpoint> all(Workload workload, int number, Instant now) {
        AttemptDirectory directory = directory(workload, number);
        boolean over = number < workload.history().attempts() || !workload.isPlaced();
        Predicate<Checkpoint> settled = over ? notCutShort(directory) : settledBy(now);
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
            return new Contents(0, Instant.EPOCH); // it is being written, or removed
        }
    }

    private static Instant modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    // What is verified.

    private static boolean isUnfinished(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".tmp")
                || name.endsWith(".part")
                || name.endsWith(".partial")
                || name.endsWith(".incomplete");
    }

    /** A link, such as {@code latest}, is none: what it points to counts where it is, if it is complete. */
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
            return Optional.empty(); // it is being written, or removed
        }
    }

    private static final Optional<Boolean> NO = Optional.of(false);

    private static boolean hasMarker(List<Path> files) {
        return files.stream().anyMatch(file -> MARKERS.contains(file.getFileName().toString()));
    }

    /** Where others beside it are marked as complete, and where its format has a mark, it must be too. */
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

    /** To write changes both times of a file alike; to rename it, as most do who are done, only the later one. */
    private static boolean isRenamed(Path path) throws IOException {
        var changed = (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
        return changed.toInstant().isAfter(modified(path));
    }
}
