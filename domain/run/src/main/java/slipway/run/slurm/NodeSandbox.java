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
 * Writes the sandbox of an attempt as a shell fragment for its nodes. Each node finds out whether the sandbox works by
 * using it, so no attempt runs unprotected because of outdated knowledge about a node.
 */
final class NodeSandbox {

    /** Set by the fragment on the node. */
    private static final String PROGRAM = "\"$bwrap\"";

    private static final String TEMPORARY = "\"$temporary\"";

    /** A network device, visible only to jobs with network access. */
    private static final String INFINIBAND = "/dev/infiniband";

    /** The sockets of munge and Slurm. */
    private static final List<Path> SLURM_SOCKETS =
            List.of(Path.of("/run/munge"), Path.of("/run/slurm"));

    /** Folders that each job has for itself, so nothing of the node needs to be hidden in them. */
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
        // Slurm starts processes outside of every sandbox: a job that reached the munge socket
        // could
        // read the files of all other jobs.
        mungeSocket
                .filter(
                        path ->
                                settings.sandbox().required()
                                        && PRIVATE_FOLDERS.stream().noneMatch(path::startsWith))
                .ifPresent(hidden::add);
        this.sandboxPolicy = new SandboxPolicy(PROGRAM, hidden);
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

    /** The socket of munge, if the configuration of Slurm names one. */
    static Optional<Path> mungeSocket(String configuration) {
        return MUNGE_SOCKET
                .matcher(configuration)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .map(Path::of);
    }

    /**
     * Writes the fragment that {@code launch.sh} reads on the node.
     *
     * @return its path; empty if no sandbox is configured
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
                            "The disk under its directory reported: %s.".formatted(e.getMessage()),
                            "Slipway tries again. Free disk space if the error persists.")
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
        var text = new StringBuilder("# Written by the Slurm engine: the sandbox on each node.\n");
        text.append("sandbox=%s\n".formatted(needed ? "needed" : "optional"));
        text.append(settings.sandbox().required() ? "apart=yes\n" : "");
        text.append(searchBubblewrap());
        text.append("run_in_sandbox() {\n");
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

    /** bubblewrap can mount only folders that exist. */
    private static String createFolder(Path folder) {
        String quoted = ShellQuote.of(folder.toString());
        return "    if ! [ -d %s ]; then PATH=/usr/bin:/bin mkdir -p %s; fi\n"
                .formatted(quoted, quoted);
    }

    /** These mounts come first, because later mounts may cover them. */
    private String showSlurmSockets() {
        return slurmSockets.stream()
                .map(path -> ShellQuote.of(path.toString()))
                .map("    set -- --ro-bind-try %1$s %1$s \"$@\"\n"::formatted)
                .collect(Collectors.joining());
    }

    /** Shell lines for a trial run of an empty sandbox on a node; empty text if no sandbox is configured. */
    String trial(Path directory) throws IOException {
        return settings.sandbox().wanted()
                ? searchBubblewrap()
                        + "temporary=/tmp\nrun_in_sandbox() {\n"
                        + sandboxPolicy.script(
                                SandboxPolicy.JobAccess.minimal(directory, TEMPORARY))
                        + "}\n"
                : "";
    }
}
