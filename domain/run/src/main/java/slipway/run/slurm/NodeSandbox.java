package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slipway.base.Problem;
import slipway.base.text.ShellQuote;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.run.sandbox.SandboxPolicy;

/**
 * What an attempt brings along to its nodes: its sandbox. Whether that works there a node finds out itself, so no
 * attempt is unprotected because of what was known of another node, or of this one yesterday.
 */
final class NodeSandbox {

    /** As {@code sandbox.sh} finds them on the node. */
    private static final String PROGRAM = "\"$bwrap\"";

    private static final String TEMPORARY = "\"$temporary\"";

    /** It is a network too, so it is there only where the network is. */
    private static final String INFINIBAND = "/dev/infiniband";

    /** Where munge listens, and what Slurm keeps beside it. */
    private static final List<Path> SLURM_SOCKETS =
            List.of(Path.of("/run/munge"), Path.of("/run/slurm"));

    /** Each is a job's own, so nothing of the node is to be hidden in them. */
    private static final List<Path> PRIVATE_FOLDERS =
            List.of(
                    Path.of("/tmp"),
                    Path.of("/var/tmp"),
                    Path.of("/run"),
                    Path.of("/var/run"),
                    Path.of("/dev"));

    private static final Pattern MUNGE_SOCKET =
            Pattern.compile("(?m)^AuthInfo\\s*=\\s*(?:[^,\\n]*,)*?socket=(/[^,\\s]{1,200})");

    private final SlurmSettings settings;
    private final NodeScripts nodeScripts;
    private final SandboxPolicy sandboxPolicy;
    private final List<Path> slurmSockets;

    private NodeSandbox(
            SlurmSettings settings, NodeScripts nodeScripts, Optional<Path> mungeSocket) {
        this.settings = settings;
        this.nodeScripts = nodeScripts;
        var hidden = new ArrayList<>(settings.sandbox().hidden());
        hidden.add(settings.attempts());
        // What is started through it is started by Slurm, outside of every sandbox: a job that
        // reached it would be where all others are.
        mungeSocket
                .filter(
                        path ->
                                settings.sandbox().required()
                                        && PRIVATE_FOLDERS.stream().noneMatch(path::startsWith))
                .ifPresent(hidden::add);
        this.sandboxPolicy = new SandboxPolicy(PROGRAM, hidden, List.of());
        this.slurmSockets = new ArrayList<>(SLURM_SOCKETS);
        mungeSocket.ifPresent(slurmSockets::add);
        settings.tooling().configuration().map(Path::getParent).ifPresent(slurmSockets::add);
    }

    static NodeSandbox of(
            SlurmSettings settings, NodeScripts nodeScripts, SlurmPrograms slurmPrograms)
            throws IOException {
        return new NodeSandbox(
                settings,
                nodeScripts,
                settings.sandbox().wanted()
                        ? mungeSocket(slurmPrograms.outputOf("scontrol", "show", "config"))
                        : Optional.empty());
    }

    /** Where munge listens, if somebody chose that. */
    static Optional<Path> mungeSocket(String configuration) {
        return MUNGE_SOCKET
                .matcher(configuration)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .map(Path::of);
    }

    /**
     * Writes what the node is to read, beside the attempt's {@code launch.sh}.
     *
     * @return where it is; nothing where no sandbox is wanted
     */
    Optional<Path> write(Launch launch) {
        if (!settings.sandbox().wanted()) {
            return Optional.empty();
        }
        sandboxPolicy.check(AttemptDirectory.of(launch));
        Path fragment = launch.directory().resolve("engine");
        try {
            Files.writeString(fragment, fragment(launch));
        } catch (IOException e) {
            throw new Problem(
                            Engine.LAUNCH_FAILED,
                            "Attempt %s could not be started.".formatted(launch.id()),
                            "The disk under its directory said: %s.".formatted(e.getMessage()),
                            "It is tried again; make room if this goes on.")
                    .causedBy(e);
        }
        return Optional.of(fragment);
    }

    private String fragment(Launch launch) {
        AttemptDirectory directory = AttemptDirectory.of(launch);
        boolean network = launch.limits().network();
        boolean needed = settings.sandbox().required() || !network;
        var access =
                new SandboxPolicy.JobAccess(
                        launch.directory(),
                        TEMPORARY,
                        directory.externalPaths(),
                        directory.earlierCheckpoints(),
                        network ? List.of(INFINIBAND) : List.of(),
                        network,
                        false);
        var text = new StringBuilder("# What the engine adds on each node: the sandbox.\n");
        text.append("sandbox=%s\n".formatted(needed ? "needed" : "optional"));
        text.append(settings.sandbox().required() ? "apart=yes\n" : "");
        text.append(searchBubblewrap());
        text.append("boxed() {\n");
        directory.externalCheckpoints().ifPresent(folder -> text.append(createFolder(folder)));
        text.append(settings.sandbox().required() ? "" : showSlurmSockets());
        text.append(sandboxPolicy.script(access)).append("}\n");
        text.append(". %s\n".formatted(ShellQuote.of(nodeScripts.sandbox().toString())));
        return text.toString();
    }

    private String searchBubblewrap() {
        return "for bwrap in %s; do if [ -x \"$bwrap\" ]; then break; fi; done\n"
                .formatted(
                        settings.sandbox().programs().stream()
                                .map(program -> ShellQuote.of(program.toString()))
                                .collect(Collectors.joining(" ")));
    }

    /** A sandbox shows only what is there. */
    private static String createFolder(Path folder) {
        String quoted = ShellQuote.of(folder.toString());
        return "    if ! [ -d %s ]; then PATH=/usr/bin:/bin mkdir -p %s; fi\n"
                .formatted(quoted, quoted);
    }

    /** Before everything that is to lie over it. */
    private String showSlurmSockets() {
        return slurmSockets.stream()
                .map(path -> ShellQuote.of(path.toString()))
                .map("    set -- --ro-bind-try %1$s %1$s \"$@\"\n"::formatted)
                .collect(Collectors.joining());
    }

    /** The shell by which a node tries the sandbox with nothing in it; nothing where none is wanted. */
    String trial(Path directory) throws IOException {
        return settings.sandbox().wanted()
                ? searchBubblewrap()
                        + "temporary=/tmp\nboxed() {\n"
                        + sandboxPolicy.script(
                                SandboxPolicy.JobAccess.minimal(directory, TEMPORARY))
                        + "}\n"
                : "";
    }
}
