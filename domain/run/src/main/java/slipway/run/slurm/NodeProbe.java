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
import slipway.run.slurm.SlurmSnapshot.Machine;
import slipway.schedule.snapshot.Node.Condition;

/**
 * Runs a small task on one node of each kind: whether the attempts are the same folder there, under one account, and
 * whether a sandbox works.
 */
final class NodeProbe {

    private static final Pattern SAID =
            Pattern.compile(
                    "([0-9]{1,10}) ([0-9]{13}) (read|unread) (wrote|unwritten)( boxed| unboxed .{1,300})?\\s*");

    private static final String UNBOXED = "unboxed ";
    private static final String PATH = "PATH=/usr/local/bin:/usr/bin:/bin\n";
    private static final Duration GLANCE = Duration.ofMillis(100);

    /** Network file systems hide a new file for up to a minute; who waits that long for a log is told. */
    private static final int GLANCES = 100;

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
        Map<String, List<Machine>> kinds = new LinkedHashMap<>();
        slurmSnapshot.machines().stream()
                .filter(machine -> machine.found().node().condition() == Condition.READY)
                .forEach(
                        machine ->
                                kinds.computeIfAbsent(
                                                machine.found().node().poolKey(),
                                                _ -> new ArrayList<>())
                                        .add(machine));
        return kinds.values().stream().map(this::probe).toList();
    }

    private ProbeResult probe(List<Machine> alike) {
        Machine machine = alike.getFirst();
        String name = "probe-" + machine.name();
        Path asked = nodeScripts.folder().resolve(name + ".asked");
        Path answered = nodeScripts.folder().resolve(name + ".answered");
        try {
            Files.deleteIfExists(answered);
            Files.writeString(asked, name + "\n");
            Instant before = settings.clock().instant();
            SlurmPrograms.Answer answer = slurmPrograms.ask(words(machine, name));
            Instant after = settings.clock().instant();
            Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
            return judged(new Asked(machine.name(), alike.size(), asked, answered), answer, middle);
        } catch (IOException e) {
            return ProbeResult.failed(
                    machine.name(), alike.size(), "it could not be tried now: " + e.getMessage());
        } finally {
            remove(asked);
            remove(answered);
        }
    }

    /** One question: the file that was put there, and the one that is to come. */
    private record Asked(String node, int alike, Path asked, Path answered) {

        ProbeResult failed(String trouble) {
            return ProbeResult.failed(node, alike, trouble);
        }
    }

    private ProbeResult judged(Asked it, SlurmPrograms.Answer answer, Instant middle)
            throws IOException {
        Matcher said = SAID.matcher(answer.said());
        if (!answer.well() || !said.matches()) {
            return it.failed("it could not be tried now: " + answer.trouble());
        }
        boolean shared = said.group(3).equals("read") && said.group(4).equals("wrote");
        int glances = shared ? seen(it.answered) : -1;
        if (glances < 0) {
            return it.failed(notShared());
        }
        int account = Integer.parseUnsignedInt(said.group(1));
        if (owner(it.asked) != owner(it.answered) || owner(it.asked) != account) {
            return it.failed(
                    "the account has number %d there and %d here, and is to have one everywhere"
                            .formatted(account, owner(it.asked)));
        }
        var there = Instant.ofEpochMilli(Long.parseLong(said.group(2)));
        return new ProbeResult(
                it.node,
                it.alike,
                Optional.empty(),
                unboxed(said.group(5)),
                GLANCE.multipliedBy(glances),
                Duration.between(middle, there));
    }

    private static Optional<String> unboxed(@Nullable String said) {
        return Optional.ofNullable(said)
                .map(String::strip)
                .filter(text -> text.startsWith(UNBOXED))
                .map(text -> text.substring(UNBOXED.length()).strip());
    }

    private String notShared() {
        return "%s is not the same folder there: put the attempts on a file system that all nodes share"
                .formatted(settings.attempts());
    }

    private List<String> words(Machine machine, String name) throws IOException {
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
        settings.terms().account().ifPresent(account -> words.add("--account=" + account));
        settings.terms().qos().ifPresent(qos -> words.add("--qos=" + qos));
        settings.terms().reservation().ifPresent(held -> words.add("--reservation=" + held));
        String trial = nodeSandbox.trial(nodeScripts.folder().resolve("trial"));
        words.addAll(
                List.of("/bin/sh", "-c", PATH + trial + NodeScripts.resource("probe.sh"), "probe"));
        words.addAll(List.of(nodeScripts.folder().toString(), name));
        return words;
    }

    /** After how many glances the file was there; below zero: it was not. */
    private static int seen(Path file) {
        for (int glance = 0; glance < GLANCES; glance++) {
            if (Files.exists(file)) {
                return glance;
            }
            var _ =
                    new CompletableFuture<Boolean>()
                            .completeOnTimeout(true, GLANCE.toMillis(), TimeUnit.MILLISECONDS)
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
            LoggerFactory.getLogger(NodeProbe.class).debug("{} stays", file, e);
        }
    }
}
