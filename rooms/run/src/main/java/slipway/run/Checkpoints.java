package slipway.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;

/**
 * Recognises what jobs save. A checkpoint is a file or a folder directly in the attempt's {@code checkpoints}. It is
 * verified when it is not empty, nothing in it has the name of something unfinished, every file can be read, and, while
 * the attempt runs, for a moment nothing has changed: whoever writes in place is not caught in the middle.
 */
final class Checkpoints {

    private static final Duration STILL = Duration.ofSeconds(1);

    /** A folder with more than this is not walked to its end. */
    private static final int MOST_FILES = 10_000;

    /** Of more than this in one folder only some are listed. */
    private static final int MOST_LISTED = 200;

    private static final int MOST_ATTEMPTS = 5;

    private final Path attempts;

    Checkpoints(Path attempts) {
        this.attempts = attempts;
    }

    /** One that is verified. */
    record Checkpoint(Path path, Instant made) {}

    /** The newest of a workload that these attempts left, all of which are over. */
    Optional<Checkpoint> newest(AttemptId upTo) {
        for (int number = upTo.number(); number >= 1; number--) {
            Optional<Checkpoint> found = left(new AttemptId(upTo.workload(), number));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The newest of an attempt that is over: what it left does not change any more. */
    Optional<Checkpoint> left(AttemptId attempt) {
        return newest(attempt, Instant.MAX);
    }

    /** The newest of an attempt that may be writing the next one. */
    Optional<Checkpoint> of(AttemptId attempt, Instant now) {
        return newest(attempt, now.minus(STILL));
    }

    private Optional<Checkpoint> newest(AttemptId attempt, Instant madeBefore) {
        Path folder = AttemptDirectory.at(attempts, attempt).checkpoints();
        try (Stream<Path> there = Files.list(folder)) {
            return there.filter(path -> !isUnfinished(path))
                    .flatMap(path -> verified(path).stream())
                    .filter(found -> found.made().isBefore(madeBefore))
                    .max(
                            Comparator.comparing(Checkpoint::made)
                                    .thenComparing(each -> each.path().toString()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " could not be listed", e);
        }
    }

    /** What the latest attempts up to this one saved, the newest first. */
    List<Saved> lately(AttemptId upTo, Instant now, int most) {
        return Stream.iterate(upTo.number(), number -> number >= 1, number -> number - 1)
                .limit(MOST_ATTEMPTS)
                .map(number -> new AttemptId(upTo.workload(), number))
                .flatMap(attempt -> all(attempt, now, most).stream())
                .limit(most)
                .toList();
    }

    /** Everything that an attempt saved or is saving, the newest first, but not more than so many. */
    List<Saved> all(AttemptId attempt, Instant now, int most) {
        Path folder = AttemptDirectory.at(attempts, attempt).checkpoints();
        try (Stream<Path> there = Files.list(folder)) {
            return there.sorted(Comparator.reverseOrder())
                    .limit(MOST_LISTED)
                    .map(path -> saved(attempt.number(), path, now))
                    .sorted(Comparator.comparing(Saved::made).reversed())
                    .limit(most)
                    .toList();
        } catch (IOException e) {
            return List.of(); // it is gone, or never began
        }
    }

    private static Saved saved(int number, Path path, Instant now) {
        Sum sum = sum(path);
        boolean verified =
                !isUnfinished(path)
                        && verified(path)
                                .filter(found -> found.made().isBefore(now.minus(STILL)))
                                .isPresent();
        return new Saved(
                number, path.getFileName().toString(), new Bytes(sum.bytes), sum.made, verified);
    }

    private record Sum(long bytes, Instant made) {}

    private static Sum sum(Path path) {
        try (Stream<Path> all = Files.walk(path, 16)) {
            long bytes = 0;
            Instant made = Instant.EPOCH;
            for (Path file : all.limit(MOST_FILES).toList()) {
                Instant changed =
                        Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
                made = changed.isAfter(made) ? changed : made;
                boolean counts = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                bytes += counts ? Files.size(file) : 0;
            }
            return new Sum(bytes, made);
        } catch (IOException | UncheckedIOException e) {
            return new Sum(0, Instant.EPOCH); // it is being written, or removed
        }
    }

    private static boolean isUnfinished(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith(".")
                || name.endsWith(".tmp")
                || name.endsWith(".part")
                || name.endsWith(".partial")
                || name.endsWith(".incomplete");
    }

    private static Optional<Checkpoint> verified(Path path) {
        try (Stream<Path> all = Files.walk(path, 16, new FileVisitOption[0])) {
            List<Path> files =
                    all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                            .limit(MOST_FILES)
                            .toList();
            Instant made = Instant.EPOCH;
            long bytes = 0;
            for (Path file : files) {
                if (isUnfinished(file) || !Files.isReadable(file)) {
                    return Optional.empty();
                }
                Instant changed =
                        Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
                made = changed.isAfter(made) ? changed : made;
                bytes += Files.size(file);
            }
            return bytes > 0 ? Optional.of(new Checkpoint(path, made)) : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty(); // it is being written, or removed
        }
    }
}
