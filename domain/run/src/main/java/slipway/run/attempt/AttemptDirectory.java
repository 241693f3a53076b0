package slipway.run.attempt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;

/** An attempt on disk: {@code <root>/<workload>/<number>}. A job can write some of its files: none is believed far. */
public record AttemptDirectory(AttemptId id, Path path) {

    /** Where the attempts are kept cannot be written to. */
    public static final ProblemCode NO_DIRECTORY =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "no-attempt-directory",
                    "The directory of an attempt could not be written.");

    private static final int MAX_PROGRESS = 4_096;
    private static final int MAX_ENVIRONMENT = 1 << 18;
    private static final int MAX_CLAIM = 500;
    private static final int MAX_EXIT = 20;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
    private static final Pattern RANK = Pattern.compile("0|[1-9][0-9]{0,5}");

    /** Without the end of its line it may be half a number. */
    private static final Pattern EXIT_CODE = Pattern.compile("[0-9]{1,3}\n");

    public static AttemptDirectory at(Path root, AttemptId id) {
        return new AttemptDirectory(
                id, root.resolve(id.workload().value()).resolve(Integer.toString(id.number())));
    }

    public static AttemptDirectory of(Launch launch) {
        return new AttemptDirectory(launch.id(), launch.directory());
    }

    /** Writes all of it, or finds it written. What a process has claimed stays as it is. */
    public static AttemptDirectory write(Path root, Attempt attempt) {
        AttemptDirectory directory = at(root, attempt.id());
        try {
            if (Files.exists(directory.path) && !directory.claimed().isEmpty()) {
                return directory;
            }
            new AttemptWriter(directory.path, attempt).write();
        } catch (IOException | UncheckedIOException e) {
            throw new Problem(
                            NO_DIRECTORY,
                            "The directory of attempt %s could not be written."
                                    .formatted(attempt.id()),
                            "The disk under %s said: %s.".formatted(root, e.getMessage()),
                            "Make room or correct its permissions; the attempt is tried again.")
                    .causedBy(e);
        }
        return directory;
    }

    /** How the nodes ended that have ended, by rank. */
    public Map<Integer, Exit> exits() {
        var exits = new TreeMap<Integer, Exit>();
        for (int rank : ranks("exit")) {
            files().dated("exit/" + rank, MAX_EXIT)
                    .filter(line -> EXIT_CODE.matcher(line.text()).matches())
                    .ifPresent(line -> exits.put(rank, Exit.of(line)));
        }
        return exits;
    }

    /** Whether launch.sh came to its end on this node. */
    public boolean hasExit(int rank) {
        return Files.exists(path.resolve("exit/" + rank), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether launch.sh has begun on any of the first so many nodes. */
    public boolean isClaimed(int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(rank -> path.resolve("claim/" + rank))
                .anyMatch(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
    }

    /** The ranks on which launch.sh has begun. */
    public List<Integer> claimed() {
        return ranks("claim");
    }

    /** When launch.sh began, on the first node that did. */
    public Optional<Instant> claimedAt() {
        return claimed().stream()
                .flatMap(rank -> modified("claim/" + rank).stream())
                .min(Instant::compareTo);
    }

    /**
     * When the job was cut short, as far as can be seen here: the exit of the last node if one has failed, else its
     * last sign of life. Empty if it ended with 0 everywhere, or never began.
     */
    public Optional<Instant> interruptedAt() {
        List<Integer> began = claimed();
        Map<Integer, Exit> exits = exits();
        if (began.isEmpty() || !exits.keySet().containsAll(began)) {
            return began.stream().flatMap(this::activity).max(Instant::compareTo);
        }
        return exits.values().stream().anyMatch(exit -> exit.code() != 0)
                ? exits.values().stream().map(Exit::at).max(Instant::compareTo)
                : Optional.empty();
    }

    private Stream<Instant> activity(int rank) {
        return Stream.of("claim/" + rank, "log/" + rank, "usage/" + rank, "progress")
                .flatMap(file -> modified(file).stream());
    }

    /** The process that claimed this rank, as {@code launch.sh} wrote it: boot id, process id, start time. */
    public Optional<String> process(int rank) {
        return claim(rank, 0);
    }

    /** What the node with this rank is called, once it has begun; an engine may have no names for its nodes. */
    public Optional<String> node(int rank) {
        return claim(rank, 1).filter(name -> NAME.matcher(name).matches());
    }

    private Optional<String> claim(int rank, int line) {
        return files().text("claim/" + rank, MAX_CLAIM)
                .flatMap(text -> text.lines().skip(line).findFirst())
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** What the job last said of its progress: the end of the file, in whole lines. */
    public Optional<String> progress() {
        return files().end("progress", MAX_PROGRESS).filter(text -> !text.isBlank());
    }

    /** When it last said something of its progress. */
    public Optional<Instant> progressAt() {
        return modified("progress");
    }

    /** When its steps were reached, as far as that was seen. */
    public StepHistory stepHistory() {
        return files().text("steps", StepHistory.MAX_BYTES)
                .map(StepHistory::read)
                .orElse(StepHistory.NONE);
    }

    /** Adds to that; what is there already stays. A file as long as it may be gets nothing more. */
    public void recordStep(StepRecord stepRecord) throws IOException {
        long size = files().file("steps").map(BasicFileAttributes::size).orElse(0L);
        String line = stepRecord.encode();
        if (size + line.length() <= StepHistory.MAX_BYTES) {
            files().append(".", "steps", line);
        }
    }

    /** What it runs, where that is one process; empty where it takes {@code launch.sh} to begin. */
    public Optional<SingleProcess> singleProcess() throws IOException {
        return SingleProcess.read(path);
    }

    /** The signal that asks workers to save. */
    public Optional<String> signal() {
        return files().line("signal", 20);
    }

    /** Where the job runs, when that is not its own {@code work}. */
    public Optional<Path> workdir() {
        return files().line("workdir", 4_096).map(Path::of);
    }

    /** The folder of an environment that setup changes, when that lies outside of where the job runs. */
    public Optional<Path> environmentPath() {
        return files().line("installed", 4_096).map(Path::of);
    }

    /** What was installed around the job on a node, line by line, as the node wrote it down. */
    public Optional<String> environment(int rank) {
        Optional<String> image =
                files().text("environment/" + rank + ".image", 4_096)
                        .map(digest -> "image " + digest.strip() + "\n");
        return files().text("environment/" + rank, MAX_ENVIRONMENT)
                .map(text -> text + image.orElse(""));
    }

    /** The checkpoint of an earlier attempt that it goes on from. */
    public Optional<Path> resumeFrom() {
        return files().line("resume", 4_096).map(Path::of);
    }

    /** Where the job saves, when that is not its own {@code checkpoints}. */
    public Optional<Path> externalCheckpoints() {
        return files().line("saves", 4_096).map(Path::of);
    }

    /** Where it runs, saves and installs, as far as that is not in here. */
    public List<Path> externalPaths() {
        return Stream.of(workdir(), externalCheckpoints(), environmentPath())
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * The folder of the earlier attempt's checkpoints that it goes on from. Of the same workload only: everything else
     * is hidden for good reasons, or seen anyway.
     */
    public Optional<Path> earlierCheckpoints() {
        Path workload = path.resolveSibling(".").normalize();
        return resumeFrom()
                .map(Path::normalize)
                .filter(from -> from.startsWith(workload))
                .map(from -> from.resolveSibling("."))
                .map(Path::normalize);
    }

    /** Where the gang meets: address and port. */
    public Optional<String> rendezvous() {
        return files().line("rendezvous", 500);
    }

    /** Tells the job that it has to have stopped by then. It is written outside of where a job could lay a link. */
    public void notice(Instant deadline) {
        Path draft = path.resolveSibling(".notice-" + path.getFileName());
        try {
            Files.deleteIfExists(draft);
            Files.writeString(draft, deadline + "\n", StandardOpenOption.CREATE_NEW);
            Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(draft, path.resolve("notice"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("The notice for " + id + " could not be written", e);
        }
    }

    /** When it was told, by the clock that its files have. */
    public Optional<Instant> noticeAt() {
        return modified("notice");
    }

    /** The ranks that have printed something. */
    public List<Integer> logs() {
        return ranks("log");
    }

    public AttemptLogReader log(int rank) {
        return new AttemptLogReader(path, rank);
    }

    /** Adds to the samples of a node that the server takes itself. */
    public void addUsage(int rank, String line) throws IOException {
        if (Files.notExists(path.resolve("usage"), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(path.resolve("usage"));
        }
        files().append("usage", Integer.toString(rank), line);
    }

    /** The number of the account that the job runs under, once it has begun. */
    public Optional<Integer> ownerUid() {
        return claimed().stream().findFirst().flatMap(rank -> files().owner("claim/" + rank));
    }

    /** The newest samples of a node, which its job may have written itself: the end of the file, in whole lines. */
    public Optional<String> newestUsage(int rank, int most) {
        return files().end("usage/" + rank, most);
    }

    public Path checkpoints() {
        return path.resolve("checkpoints");
    }

    /** Removes what only a running job needs. The folder for what is temporary stays, with nothing in it. */
    public void removeTemporaryFiles() {
        DirectoryCleanup.clear(path.resolve("tmp"));
        DirectoryCleanup.remove(path.resolve("secrets"));
    }

    private UntrustedFiles files() {
        return new UntrustedFiles(path);
    }

    private List<Integer> ranks(String folder) {
        return files().names(folder).stream()
                .filter(name -> RANK.matcher(name).matches())
                .map(Integer::valueOf)
                .sorted()
                .toList();
    }

    private Optional<Instant> modified(String file) {
        return files().file(file).map(it -> it.lastModifiedTime().toInstant());
    }

    /** How one node ended, and when by the clock of its file. A gang's result is its first exit that is not 0. */
    public record Exit(int code, Instant at) {

        private static Exit of(UntrustedFiles.Dated line) {
            return new Exit(Integer.parseInt(line.text().strip()), line.at());
        }
    }
}
