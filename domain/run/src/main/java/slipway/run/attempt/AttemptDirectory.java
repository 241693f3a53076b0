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

/**
 * An attempt on disk: {@code <root>/<workload>/<number>}. The job can write some of its files, so all are read as
 * untrusted input.
 */
public record AttemptDirectory(AttemptId id, Path path) {

    /** The folder of the attempts cannot be written. */
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

    /** A number without the end of its line may be incomplete. */
    private static final Pattern EXIT_CODE = Pattern.compile("[0-9]{1,3}\n");

    public static AttemptDirectory at(Path root, AttemptId id) {
        return new AttemptDirectory(
                id, root.resolve(id.workload().value()).resolve(Integer.toString(id.number())));
    }

    public static AttemptDirectory of(Launch launch) {
        return new AttemptDirectory(launch.id(), launch.directory());
    }

    /** Writes the directory. One that a process has claimed stays unchanged. */
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
                            "The disk under %s reported: %s.".formatted(root, e.getMessage()),
                            "Free space or correct the permissions. Slipway tries again.")
                    .causedBy(e);
        }
        return directory;
    }

    /** The exit codes of the nodes that have ended, by rank. */
    public Map<Integer, Exit> exits() {
        var exits = new TreeMap<Integer, Exit>();
        for (int rank : ranks("exit")) {
            files().dated("exit/" + rank, MAX_EXIT)
                    .filter(line -> EXIT_CODE.matcher(line.text()).matches())
                    .ifPresent(line -> exits.put(rank, Exit.of(line)));
        }
        return exits;
    }

    /** Whether launch.sh has ended on this node. */
    public boolean hasExit(int rank) {
        return Files.exists(path.resolve("exit/" + rank), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether launch.sh has started on one of the first {@code nodes} nodes. */
    public boolean isClaimed(int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(rank -> path.resolve("claim/" + rank))
                .anyMatch(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
    }

    /** The ranks on which launch.sh has started. */
    public List<Integer> claimed() {
        return ranks("claim");
    }

    /** When launch.sh started on the first node. */
    public Optional<Instant> claimedAt() {
        return claimed().stream()
                .flatMap(rank -> modified("claim/" + rank).stream())
                .min(Instant::compareTo);
    }

    /**
     * When the job was interrupted, as far as the files show: the exit of the last node if one has failed, else the
     * last activity. Empty if all nodes ended with 0, or none started.
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

    /** The name of the node with this rank, once it has started; empty if the engine has no names for nodes. */
    public Optional<String> node(int rank) {
        return claim(rank, 1).filter(name -> NAME.matcher(name).matches());
    }

    private Optional<String> claim(int rank, int line) {
        return files().text("claim/" + rank, MAX_CLAIM)
                .flatMap(text -> text.lines().skip(line).findFirst())
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /** The end of the job's progress file, in whole lines. */
    public Optional<String> progress() {
        return files().end("progress", MAX_PROGRESS).filter(text -> !text.isBlank());
    }

    /** When the job last wrote its progress file. */
    public Optional<Instant> progressAt() {
        return modified("progress");
    }

    /** The recorded steps of the job. */
    public StepHistory stepHistory() {
        return files().text("steps", StepHistory.MAX_BYTES)
                .map(StepHistory::read)
                .orElse(StepHistory.NONE);
    }

    /** Appends to the step history, up to the size limit of its file. */
    public void recordStep(StepRecord stepRecord) throws IOException {
        long size = files().file("steps").map(BasicFileAttributes::size).orElse(0L);
        String line = stepRecord.encode();
        if (size + line.length() <= StepHistory.MAX_BYTES) {
            files().append(".", "steps", line);
        }
    }

    /** The command of a job of one process; empty if the job needs {@code launch.sh}. */
    public Optional<SingleProcess> singleProcess() throws IOException {
        return SingleProcess.read(path);
    }

    /** The signal that asks workers to save a checkpoint. */
    public Optional<String> signal() {
        return files().line("signal", 20);
    }

    /** The working directory of the job, if it is not {@code work}. */
    public Optional<Path> workdir() {
        return files().line("workdir", 4_096).map(Path::of);
    }

    /** The environment that setup changes, if it is outside the working directory. */
    public Optional<Path> environmentPath() {
        return files().line("installed", 4_096).map(Path::of);
    }

    /** The packages that a node recorded as installed, one per line. */
    public Optional<String> environment(int rank) {
        Optional<String> image =
                files().text("environment/" + rank + ".image", 4_096)
                        .map(digest -> "image " + digest.strip() + "\n");
        return files().text("environment/" + rank, MAX_ENVIRONMENT)
                .map(text -> text + image.orElse(""));
    }

    /** The checkpoint of an earlier attempt that the job resumes from. */
    public Optional<Path> resumeFrom() {
        return files().line("resume", 4_096).map(Path::of);
    }

    /** The folder for checkpoints, if it is not {@code checkpoints} in this directory. */
    public Optional<Path> externalCheckpoints() {
        return files().line("saves", 4_096).map(Path::of);
    }

    /** The folders outside this directory in which the job runs, saves and installs. */
    public List<Path> externalPaths() {
        return Stream.of(workdir(), externalCheckpoints(), environmentPath())
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * The checkpoints folder of the earlier attempt that the job resumes from. Only of the same workload: other folders
     * are either hidden on purpose or visible anyway.
     */
    public Optional<Path> earlierCheckpoints() {
        Path workload = path.resolveSibling(".").normalize();
        return resumeFrom()
                .map(Path::normalize)
                .filter(from -> from.startsWith(workload))
                .map(from -> from.resolveSibling("."))
                .map(Path::normalize);
    }

    /** Notifies the job of the deadline of its stop. The draft is written where the job cannot place a link. */
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

    /** When the notice was written, by the clock of the file system. */
    public Optional<Instant> noticeAt() {
        return modified("notice");
    }

    /** The ranks that have output. */
    public List<Integer> logs() {
        return ranks("log");
    }

    public AttemptLogReader log(int rank) {
        return new AttemptLogReader(path, rank);
    }

    /** Appends a sample taken by the server. */
    public void addUsage(int rank, String line) throws IOException {
        if (Files.notExists(path.resolve("usage"), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(path.resolve("usage"));
        }
        files().append("usage", Integer.toString(rank), line);
    }

    /** The uid that the job runs under, once it has started. */
    public Optional<Integer> ownerUid() {
        return claimed().stream().findFirst().flatMap(rank -> files().owner("claim/" + rank));
    }

    /** The end of the samples of a node, in whole lines; the job may have written them itself. */
    public Optional<String> newestUsage(int rank, int most) {
        return files().end("usage/" + rank, most);
    }

    public Path checkpoints() {
        return path.resolve("checkpoints");
    }

    /** Removes secrets and temporary files; the folder for temporary files stays. */
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

    /** The exit code of one node, and when by the clock of its file. The result of a gang is its first nonzero exit. */
    public record Exit(int code, Instant at) {

        private static Exit of(UntrustedFiles.Dated line) {
            return new Exit(Integer.parseInt(line.text().strip()), line.at());
        }
    }
}
