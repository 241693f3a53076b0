package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import slipway.run.slurm.SlurmSnapshot.SlurmNode;
import slipway.schedule.snapshot.Node.Condition;

/**
 * Runs a small task on one node of each kind. It checks that the node shares the attempts with the server, that the
 * server's account has the same uid there, how far the clocks differ, and whether a sandbox works.
 */
final class NodeProbe {

    private static final Pattern ANSWER =
            Pattern.compile(
                    "([0-9]{1,10}) ([0-9]{13}) (read|unread) (wrote|unwritten)( boxed| unboxed .{1,300})?\\s*");

    private static final String NO_SANDBOX = "unboxed ";
    private static final String PATH = "PATH=/usr/local/bin:/usr/bin:/bin\n";
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(100);

    /** Network file systems may show a new file up to a minute late; a probe reports a long delay. */
    private static final int MAX_CHECKS = 100;

    private final SlurmSettings settings;
    private final SlurmPrograms slurmPrograms;
    private final NodeScripts nodeScripts;
    private final NodeSandbox nodeSandbox;

    NodeProbe(
            SlurmSettings settings,
            SlurmPrograms slurmPrograms,
            NodeScripts nodeScripts,
            NodeSandbox nodeSandbox) {
        this.settings = settings;
        this.slurmPrograms = slurmPrograms;
        this.nodeScripts = nodeScripts;
        this.nodeSandbox = nodeSandbox;
    }

    List<ProbeResult> probe(SlurmSnapshot slurmSnapshot) {
        Map<String, List<SlurmNode>> kinds = new LinkedHashMap<>();
        slurmSnapshot.nodes().stream()
                .filter(machine -> machine.discovered().node().condition() == Condition.READY)
                .forEach(
                        machine ->
                                kinds.computeIfAbsent(
                                                machine.discovered().node().poolKey(),
                                                _ -> new ArrayList<>())
                                        .add(machine));
        return kinds.values().stream().map(this::probe).toList();
    }

    private ProbeResult probe(List<SlurmNode> similar) {
        SlurmNode machine = similar.getFirst();
        String name = "probe-" + machine.name();
        Path question = nodeScripts.folder().resolve(name + ".asked");
        Path reply = nodeScripts.folder().resolve(name + ".answered");
        try {
            Files.deleteIfExists(reply);
            Files.writeString(question, name + "\n");
            Instant before = settings.clock().instant();
            SlurmPrograms.Result answer = slurmPrograms.run(words(machine, name));
            Instant after = settings.clock().instant();
            Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
            return evaluate(
                    new Probe(machine.name(), similar.size(), question, reply), answer, middle);
        } catch (IOException e) {
            return ProbeResult.failed(
                    machine.name(), similar.size(), "it could not be tried now: " + e.getMessage());
        } finally {
            remove(question);
            remove(reply);
        }
    }

    /** One probe: the file that the server wrote, and the one that the node has to write. */
    private record Probe(String node, int similarNodes, Path question, Path answer) {

        ProbeResult failed(String problem) {
            return ProbeResult.failed(node, similarNodes, problem);
        }
    }

    private ProbeResult evaluate(Probe probe, SlurmPrograms.Result answer, Instant middle)
            throws IOException {
        Matcher matcher = ANSWER.matcher(answer.output());
        if (!answer.succeeded() || !matcher.matches()) {
            return probe.failed("it could not be tried now: " + answer.failure());
        }
        boolean shared = matcher.group(3).equals("read") && matcher.group(4).equals("wrote");
        int checks = shared ? checksUntilVisible(probe.answer) : -1;
        if (checks < 0) {
            return probe.failed(notSharedProblem());
        }
        int account = Integer.parseUnsignedInt(matcher.group(1));
        if (owner(probe.question) != owner(probe.answer) || owner(probe.question) != account) {
            return probe.failed(
                    "the server's account has uid %d there and %d here; it needs the same uid everywhere"
                            .formatted(account, owner(probe.question)));
        }
        var there = Instant.ofEpochMilli(Long.parseLong(matcher.group(2)));
        return new ProbeResult(
                probe.node,
                probe.similarNodes,
                Optional.empty(),
                sandboxProblem(matcher.group(5)),
                CHECK_INTERVAL.multipliedBy(checks),
                Duration.between(middle, there));
    }

    private static Optional<String> sandboxProblem(@Nullable String matcher) {
        return Optional.ofNullable(matcher)
                .map(String::strip)
                .filter(text -> text.startsWith(NO_SANDBOX))
                .map(text -> text.substring(NO_SANDBOX.length()).strip());
    }

    private String notSharedProblem() {
        return "%s is another folder there: put the attempts on a file system that all nodes share"
                .formatted(settings.attempts());
    }

    private List<String> words(SlurmNode machine, String name) throws IOException {
        String partition =
                settings.partitions().stream()
                        .map(SlurmSettings.Partition::name)
                        .filter(machine.partitions()::contains)
                        .findFirst()
                        .orElseThrow();
        var words =
                new ArrayList<>(
                        List.of(
                                "srun",
                                "--job-name=slipway-probe",
                                "--partition=" + partition,
                                "--nodelist=" + machine.name(),
                                "--nodes=1",
                                "--ntasks=1",
                                "--mem=16M",
                                "--time=1",
                                "--immediate=10",
                                "--chdir=/",
                                "--export=NONE",
                                "--input=none",
                                "--quiet"));
        settings.submitOptions().account().ifPresent(account -> words.add("--account=" + account));
        settings.submitOptions().qos().ifPresent(qos -> words.add("--qos=" + qos));
        settings.submitOptions()
                .reservation()
                .ifPresent(reservation -> words.add("--reservation=" + reservation));
        String trial = nodeSandbox.trial(nodeScripts.folder().resolve("trial"));
        words.addAll(
                List.of("/bin/sh", "-c", PATH + trial + NodeScripts.resource("probe.sh"), "probe"));
        words.addAll(List.of(nodeScripts.folder().toString(), name));
        return words;
    }

    /** The number of checks before the file was visible; -1 if it never was. */
    private static int checksUntilVisible(Path file) {
        for (int check = 0; check < MAX_CHECKS; check++) {
            if (Files.exists(file)) {
                return check;
            }
            var _ =
                    new CompletableFuture<Boolean>()
                            .completeOnTimeout(
                                    true, CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)
                            .join();
        }
        return -1;
    }

    private static int owner(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LoggerFactory.getLogger(NodeProbe.class).debug("{} could not be removed", file, e);
        }
    }
}
