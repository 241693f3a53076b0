package slipway.run.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.run.engine.DiscoveredNode;
import slipway.run.lifecycle.Submission;
import slipway.schedule.snapshot.Node;
import slipway.spec.workload.WorkloadSpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The workloads of an acceptance test: each occupies the whole of its nodes and can be placed on no others. */
public final class MeasurementJobs {

    private static final ProblemCode NOT_MEASURED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "cannot-measure",
                    "The nodes to measure do not exist, get no work, or differ.");

    /** The results of more nodes do not fit into one document. */
    private static final int MAX_GANG = 16;

    private static final int THOUSANDTHS = 1_000;

    /** The time to start, to import PyTorch and to write the files of the storage test. */
    private static final Duration OVERHEAD = Duration.ofMinutes(20);

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String NEXT = "Nothing was submitted. See the nodes: slipway nodes";

    private final List<Node> all;
    private final Predicate<String> drained;

    /**
     * @param drained tells whether an administrator drained the node
     */
    public MeasurementJobs(List<DiscoveredNode> all, Predicate<String> drained) {
        this.all =
                all.stream()
                        .map(DiscoveredNode::node)
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
        this.drained = drained;
    }

    /** A workload and the nodes that it measures. */
    public record Job(List<String> nodes, Submission submission) {}

    /**
     * The test program.
     *
     * @param script executed on each node
     * @param load how long it keeps the accelerators under load
     */
    public record Program(String script, Duration load) {}

    /**
     * The workloads that measure these nodes: one for each node, or one gang.
     *
     * @param names the nodes; all ready nodes if empty
     * @param gang whether the nodes are measured together, with the network between them
     * @throws Problem if a node does not exist or is not ready, or if the nodes of a gang differ
     */
    public List<Job> of(
            List<String> names, boolean gang, TeamId team, String owner, Program program) {
        List<Node> nodes = chosen(names);
        boolean together = gang && nodes.size() > 1;
        if (together) {
            checkAlike(nodes);
        }
        List<List<Node>> groups = together ? List.of(nodes) : nodes.stream().map(List::of).toList();
        return groups.stream().map(group -> job(group, team, owner, program)).toList();
    }

    private List<Node> chosen(List<String> names) {
        List<String> mistakes = new ArrayList<>();
        List<String> known = all.stream().map(Node::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                mistakes.add(
                        "There is no node %s; the engine knows %s.%s"
                                .formatted(
                                        UntrustedText.quoted(name),
                                        Format.list(known),
                                        SpellingSuggestion.didYouMean(name, known)));
            } else if (!isReady(name)) {
                mistakes.add(
                        "%s gets no work now, because it is drained or failed. Return it: slipway return %s"
                                .formatted(name, name));
            }
        }
        List<Node> chosen =
                all.stream()
                        .filter(it -> names.isEmpty() || names.contains(it.name()))
                        .filter(it -> isReady(it.name()))
                        .toList();
        if (mistakes.isEmpty() && chosen.isEmpty()) {
            mistakes.add("No node is ready.");
        }
        if (!mistakes.isEmpty()) {
            throw new Problem(
                    NOT_MEASURED, "Nothing can be measured.", String.join(" ", mistakes), NEXT);
        }
        return chosen;
    }

    private boolean isReady(String name) {
        return !drained.test(name)
                && all.stream()
                        .anyMatch(
                                it ->
                                        it.name().equals(name)
                                                && it.condition() == Node.Condition.READY);
    }

    private static void checkAlike(List<Node> nodes) {
        List<Node.Devices> devices = nodes.stream().map(Node::devices).distinct().toList();
        if (devices.size() > 1) {
            throw new Problem(
                    NOT_MEASURED,
                    "These nodes cannot be measured together.",
                    "They have %s; the nodes of a gang have equal accelerators."
                            .formatted(
                                    Format.list(
                                            devices.stream()
                                                    .map(it -> it.count() + " " + it.type())
                                                    .toList())),
                    "Name equal nodes, or measure each by itself, without --together.");
        }
        if (nodes.size() > MAX_GANG) {
            throw new Problem(
                    NOT_MEASURED,
                    "%d nodes cannot be measured together.".formatted(nodes.size()),
                    "One measurement has at most %d nodes.".formatted(MAX_GANG),
                    "Name fewer with --nodes.");
        }
    }

    private Job job(List<Node> group, TeamId team, String owner, Program program) {
        List<String> names = group.stream().map(Node::name).toList();
        String title = title(names);
        WorkloadSpec spec = WorkloadSpec.ofJson(spec(group, title, program), "the measurement");
        Map<String, String> excluded = new TreeMap<>();
        all.stream()
                .map(Node::name)
                .filter(it -> !names.contains(it))
                .forEach(it -> excluded.put(it, "it is not the measured node"));
        return new Job(names, new Submission(spec, title, team, owner).excluded(excluded));
    }

    private static String title(List<String> names) {
        String plain =
                ("measure-" + names.getFirst())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9-]", "-");
        return plain.substring(0, Math.min(50, plain.length())).replaceAll("-+$", "");
    }

    /** Requests all accelerators, or all processors of a node without any, so that no other job runs there. */
    private static String spec(List<Node> group, String title, Program program) {
        Node first = group.getFirst();
        ObjectNode json = JSON.createObjectNode();
        json.put("name", title);
        json.put("nodes", group.size());
        ObjectNode resources = json.putObject("resources");
        boolean accelerated = !first.devices().type().equals(Node.Devices.NONE);
        if (accelerated && first.devices().count() > 0) {
            resources.put("accelerators", first.devices().type() + ":" + first.devices().count());
        } else {
            int minCpus =
                    group.stream().mapToInt(it -> it.machine().cpus()).min().orElse(THOUSANDTHS);
            resources.put("cpus", Integer.toString(Math.max(1, minCpus / THOUSANDTHS)));
        }
        json.put("max_duration", program.load.multipliedBy(2).plus(OVERHEAD).toSeconds() + "s");
        json.put("run", program.script);
        return json.toString();
    }
}
