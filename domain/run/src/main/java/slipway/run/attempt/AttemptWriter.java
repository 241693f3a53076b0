package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.text.ShellQuote;
import slipway.spec.workload.EnvironmentSpec;

/** Writes an attempt's directory under a draft name, and renames it when it is complete. */
final class AttemptWriter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptWriter.class);
    private static final byte[] LAUNCH = resource("launch.sh");
    private static final byte[] WORKER = resource("worker.sh");
    private static final byte[] ENTER = resource("enter.sh");
    private static final byte[] PREPARE = resource("prepare.sh");
    private static final byte[] SRUN = resource("srun");
    private static final byte[] SCONTROL = resource("scontrol");
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> SECRET =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--------"));

    /** Uses bash if it is installed, because most scripts expect it. */
    private static final String SHELL =
            "if command -v bash > /dev/null; then SHELL=bash; else SHELL=sh; fi; export SHELL\n";

    /** A program by its path, with arguments that no shell would change: it needs no shell. */
    private static final Pattern PLAIN_COMMAND =
            Pattern.compile("[A-Za-z0-9_.-]*/[A-Za-z0-9_./-]+( [A-Za-z0-9_./:=,@%+-]+)*");

    /** The Slurm variables that differ between nodes. */
    private static final String NODE_VARIABLES =
            """
            export SLURM_NODEID="$node" SLURM_PROCID=$((node * SLURM_NTASKS_PER_NODE)) SLURM_LOCALID=0
            export SLURMD_NODENAME="${SLIPWAY_NODE_NAME:-$(uname -n)}"
            export SLIPWAY_SLURM="$SLIPWAY_DIRECTORY/slurm" PATH="$SLIPWAY_DIRECTORY/slurm:$PATH"
            """;

    private final Path target;
    private final Path draft;
    private final Attempt attempt;

    AttemptWriter(Path target, Attempt attempt) {
        this.target = target;
        this.draft = target.resolveSibling("." + target.getFileName());
        this.attempt = attempt;
    }

    /** Keeps an existing directory if a process has claimed it. */
    void write() throws IOException {
        createDraft();
        for (String folder : new String[] {"claim", "log", "exit", "work", "tmp", "checkpoints"}) {
            Files.createDirectory(draft.resolve(folder));
        }
        write("spec.json", attempt.spec());
        write("fence", attempt.fence() + "\n");
        write("progress", "");
        scripts();
        inputs();
        boolean first = Files.notExists(target);
        if (first || withdraw()) {
            if (!first) {
                DirectoryCleanup.remove(target);
            }
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
            DirectoryCleanup.remove(draft);
        }
    }

    /** Drafts of a crashed server are rare, so they are handled when creation fails instead of checked for. */
    private void createDraft() throws IOException {
        Files.createDirectories(draft.resolveSibling(""));
        try {
            Files.createDirectory(draft, OWNER_ONLY);
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{} exists from an earlier server", draft, e);
            DirectoryCleanup.remove(draft);
            Files.createDirectory(draft, OWNER_ONLY);
        }
    }

    /**
     * Withdraws an existing directory; returns whether it may be removed. A launch.sh that a crashed server started may
     * be about to claim it, and would run a job in a directory that is being removed. So the folder for claims is
     * renamed first: a claim made before is visible afterwards, and a later launch.sh cannot claim and exits.
     */
    private boolean withdraw() throws IOException {
        Path claims = target.resolve("claim");
        Path taken = target.resolve(".claim");
        try {
            Files.move(claims, taken, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            LOG.debug("{} was withdrawn before, but not removed", target, e);
        }
        if (!Files.isDirectory(taken) || isEmpty(taken)) {
            return true;
        }
        Files.move(taken, claims, StandardCopyOption.ATOMIC_MOVE);
        return false;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private void scripts() throws IOException {
        Files.write(draft.resolve("launch.sh"), LAUNCH);
        if (attempt.script().launcher() != Attempt.Launcher.NONE) {
            Files.write(draft.resolve("worker.sh"), WORKER);
        }
        writeRun(attempt.script().run());
        if (attempt.script().setup().isPresent()) {
            write("setup", attempt.script().setup().get() + "\n");
        }
        surroundings();
        if (attempt.script().signal().isPresent()) {
            write("signal", attempt.script().signal().get() + "\n");
        }
        if (attempt.script().workdir().isPresent()) {
            write("workdir", attempt.script().workdir().get() + "\n");
        }
        write("shape", shape());
        writeRestricted(draft.resolve("env"), ShellVariables.exported(variables()), PRIVATE);
    }

    /** A script with an interpreter line is executed directly. */
    private void writeRun(String text) throws IOException {
        write("run", text + "\n");
        if (text.startsWith("#!")) {
            Files.setPosixFilePermissions(
                    draft.resolve("run"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Writes only the files that the job needs. */
    private void surroundings() throws IOException {
        Attempt.Script script = attempt.script();
        if (script.isPrepared()) {
            Files.write(draft.resolve("enter.sh"), ENTER);
            Files.write(draft.resolve("prepare.sh"), PREPARE);
        }
        if (script.surroundings().environment().isPresent()) {
            Files.createDirectory(draft.resolve("environment"));
        }
        Optional<Path> changed = script.setup().flatMap(_ -> environmentPath());
        if (changed.isPresent()) {
            write("installed", changed.get() + "\n");
        }
        if (!script.surroundings().arguments().isEmpty()) {
            String arguments =
                    script.surroundings().arguments().stream()
                            .map(ShellQuote::always)
                            .collect(Collectors.joining(" "));
            write("arguments", "set -- \"$@\" " + arguments + "\n");
        }
        if (!script.slurm().isEmpty()) {
            writeRestricted(
                    draft.resolve("slurm.sh"),
                    ShellVariables.exported(new TreeMap<>(script.slurm())) + NODE_VARIABLES,
                    PRIVATE);
            Files.createDirectory(draft.resolve("slurm"));
            writeExecutable("slurm/srun", SRUN);
            writeExecutable("slurm/scontrol", SCONTROL);
        }
    }

    private void writeExecutable(String name, byte[] text) throws IOException {
        Path file = Files.write(draft.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The environment that setup may change, if known here: a conda name is resolved on the node. */
    private Optional<Path> environmentPath() {
        return attempt.script()
                .surroundings()
                .environment()
                .filter(named -> named.kind() != EnvironmentSpec.Kind.IMAGE)
                .filter(
                        named ->
                                named.kind() == EnvironmentSpec.Kind.VENV
                                        || named.name().contains("/"))
                .filter(named -> !named.name().startsWith("~"))
                .map(named -> workdir().resolve(named.name()).normalize())
                .filter(folder -> !folder.startsWith(workdir()));
    }

    private Path workdir() {
        return attempt.script().workdir().orElse(target.resolve("work"));
    }

    private void inputs() throws IOException {
        if (attempt.inputs().resumeFrom().isPresent()) {
            write("resume", attempt.inputs().resumeFrom().get() + "\n");
        }
        if (attempt.inputs().saves().isPresent()) {
            write("saves", attempt.inputs().saves().get() + "\n");
        }
        if (!attempt.inputs().data().isEmpty()) {
            Files.createDirectory(draft.resolve("data"));
        }
        for (var data : attempt.inputs().data().entrySet()) {
            Files.createSymbolicLink(draft.resolve("data").resolve(data.getKey()), data.getValue());
        }
        if (!attempt.inputs().secrets().isEmpty()) {
            Files.createDirectory(draft.resolve("secrets"), OWNER_ONLY);
        }
        for (var secret : attempt.inputs().secrets().entrySet()) {
            writeRestricted(
                    draft.resolve("secrets").resolve(secret.getKey()), secret.getValue(), SECRET);
        }
    }

    /** The parameters of launch.sh, which the job does not see. */
    private String shape() {
        var script = attempt.script();
        var shape = new TreeMap<String, String>();
        shape.put("NNODES", Integer.toString(attempt.placement().nodes()));
        shape.put(
                "WORKERS",
                Integer.toString(Math.max(1, attempt.placement().seats().getFirst().count())));
        shape.put("LAUNCHER", script.launcher().word());
        shape.put("ALONE", attempt.isSingleProcess() ? "yes" : "");
        shape.put("WORKDIR", workdir().toString());
        if (script.isPrepared()) {
            var environment = script.surroundings().environment();
            shape.put(
                    "KIND",
                    environment
                            .map(it -> it.kind().name().toLowerCase(Locale.ROOT))
                            .orElse("none"));
            shape.put("NAMED", environment.map(EnvironmentSpec::name).orElse(""));
            shape.put("CACHE", script.surroundings().cachesSetup() ? "yes" : "no");
            shape.put("GPUS", Integer.toString(attempt.placement().seats().getFirst().count()));
        }
        shape.put("COMMAND", PLAIN_COMMAND.matcher(script.run()).matches() ? script.run() : "");
        shape.put("PIECE", Long.toString(AttemptLogReader.PIECE));
        shape.put("REST", "1");
        return ShellVariables.written(shape) + SHELL;
    }

    private Map<String, String> variables() {
        var variables = new TreeMap<>(attempt.env());
        variables.put("SLIPWAY_ATTEMPT", attempt.id().name());
        variables.put("SLIPWAY_WORKLOAD", attempt.id().workload().value());
        variables.put("SLIPWAY_FENCE", Long.toString(attempt.fence()));
        variables.put("SLIPWAY_DIRECTORY", target.toString());
        variables.put("SLIPWAY_CHECKPOINT_DIR", target.resolve("checkpoints").toString());
        variables.put("SLIPWAY_NOTICE", target.resolve("notice").toString());
        variables.put("SLIPWAY_PROGRESS", target.resolve("progress").toString());
        variables.put("SLIPWAY_DATA", target.resolve("data").toString());
        variables.put("SLIPWAY_SECRETS", target.resolve("secrets").toString());
        attempt.inputs().resumeFrom().ifPresent(from -> variables.put("SLIPWAY_RESUME_FROM", from));
        return variables;
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(draft.resolve(name), text);
    }

    /** Creates a file with restricted permissions, so that other accounts can read none of its bytes. */
    private static void writeRestricted(
            Path file, String text, FileAttribute<Set<PosixFilePermission>> permissions)
            throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(file, options, permissions)) {
            channel.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
        }
    }

    private static byte[] resource(String name) {
        try (InputStream stream =
                Objects.requireNonNull(AttemptWriter.class.getResourceAsStream(name))) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
