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
    private static final String FABRIC = "/dev/infiniband";

    /** Where munge listens, and what Slurm keeps beside it. */
    private static final List<Path> WAYS = List.of(Path.of("/run/munge"), Path.of("/run/slurm"));

    /** Each is a job's own, so nothing of the node is to be hidden in them. */
    private static final List<Path> PRIVATE =
            List.of(
                    Path.of("/tmp"),
                    Path.of("/var/tmp"),
                    Path.of("/run"),
                    Path.of("/var/run"),
                    Path.of("/dev"));

    private static final Pattern SOCKET =
            Pattern.compile("(?m)^AuthInfo\\s*=\\s*(?:[^,\\n]*,)*?socket=(/[^,\\s]{1,200})");

    private final SlurmSettings settings;
    private final NodeScripts nodeScripts;
    private final SandboxPolicy sandboxPolicy;
    private final List<Path> ways;

    private NodeSandbox(SlurmSettings settings, NodeScripts nodeScripts, Optional<Path> socket) {
        this.settings = settings;
        this.nodeScripts = nodeScripts;
        var hidden = new ArrayList<>(settings.box().hidden());
        hidden.add(settings.attempts());
        // What is started through it is started by Slurm, outside of every sandbox: a job that
        // reached it would be where all others are.
        socket.filter(
                        path ->
                                settings.box().needed()
                                        && PRIVATE.stream().noneMatch(path::startsWith))
                .ifPresent(hidden::add);
        this.sandboxPolicy = new SandboxPolicy(PROGRAM, hidden, List.of());
        this.ways = new ArrayList<>(WAYS);
        socket.ifPresent(ways::add);
        settings.tools().configuration().map(Path::getParent).ifPresent(ways::add);
    }

    static NodeSandbox of(
            SlurmSettings settings, NodeScripts nodeScripts, SlurmPrograms slurmPrograms)
            throws IOException {
        return new NodeSandbox(
                settings,
                nodeScripts,
                settings.box().wanted()
                        ? socket(slurmPrograms.told("scontrol", "show", "config"))
                        : Optional.empty());
    }

    /** Where munge listens, if somebody chose that. */
    static Optional<Path> socket(String configuration) {
        return SOCKET.matcher(configuration)
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
        if (!settings.box().wanted()) {
            return Optional.empty();
        }
        sandboxPolicy.check(AttemptDirectory.of(launch));
        Path fragment = launch.directory().resolve("engine");
        try {
            Files.writeString(fragment, text(launch));
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

    private String text(Launch launch) {
        AttemptDirectory directory = AttemptDirectory.of(launch);
        boolean network = launch.limits().network();
        boolean needed = settings.box().needed() || !network;
        var inside =
                new SandboxPolicy.Inside(
                        launch.directory(),
                        TEMPORARY,
                        directory.places(),
                        directory.earlier(),
                        network ? List.of(FABRIC) : List.of(),
                        network,
                        false);
        var text = new StringBuilder("# What the engine adds on each node: the sandbox.\n");
        text.append("sandbox=%s\n".formatted(needed ? "needed" : "optional"));
        text.append(settings.box().needed() ? "apart=yes\n" : "");
        text.append(search());
        text.append("boxed() {\n");
        directory.saves().ifPresent(folder -> text.append(made(folder)));
        text.append(settings.box().needed() ? "" : shown());
        text.append(sandboxPolicy.script(inside)).append("}\n");
        text.append(". %s\n".formatted(ShellQuote.of(nodeScripts.box().toString())));
        return text.toString();
    }

    private String search() {
        return "for bwrap in %s; do if [ -x \"$bwrap\" ]; then break; fi; done\n"
                .formatted(
                        settings.box().programs().stream()
                                .map(program -> ShellQuote.of(program.toString()))
                                .collect(Collectors.joining(" ")));
    }

    /** A sandbox shows only what is there. */
    private static String made(Path folder) {
        String quoted = ShellQuote.of(folder.toString());
        return "    if ! [ -d %s ]; then PATH=/usr/bin:/bin mkdir -p %s; fi\n"
                .formatted(quoted, quoted);
    }

    /** Before everything that is to lie over it. */
    private String shown() {
        return ways.stream()
                .map(path -> ShellQuote.of(path.toString()))
                .map("    set -- --ro-bind-try %1$s %1$s \"$@\"\n"::formatted)
                .collect(Collectors.joining());
    }

    /** The shell by which a node tries the sandbox with nothing in it; nothing where none is wanted. */
    String trial(Path directory) throws IOException {
        return settings.box().wanted()
                ? search()
                        + "temporary=/tmp\nboxed() {\n"
                        + sandboxPolicy.script(SandboxPolicy.Inside.nothing(directory, TEMPORARY))
                        + "}\n"
                : "";
    }
}
