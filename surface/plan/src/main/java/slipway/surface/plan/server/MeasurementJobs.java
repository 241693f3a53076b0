package slipway.surface.plan.server;

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
import slipway.plan.acceptance.AcceptanceTest;
import slipway.run.engine.DiscoveredNode;
import slipway.run.lifecycle.Submission;
import slipway.schedule.snapshot.Node;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The workloads that measure: each has the whole of its nodes, and is kept away from all others. */
final class MeasurementJobs {

    static final ProblemCode NOT_MEASURED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "cannot-measure",
                    "Nodes that are to be measured are not there, get no work, or are not alike.");

    /** Documents of more do not fit into one paper. */
    private static final int MOST_TOGETHER = 16;

    private static final int PROCESSOR = 1_000;

    /** Beside what is held: to start, to import PyTorch, to write the files that are read. */
    private static final Duration BESIDE = Duration.ofMinutes(20);

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String NEXT = "Nothing was submitted. See the nodes: slipway nodes";

    private final List<Node> all;
    private final Predicate<String> drained;

    MeasurementJobs(List<DiscoveredNode> all, Predicate<String> drained) {
        this.all =
                all.stream()
                        .map(DiscoveredNode::node)
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
        this.drained = drained;
    }

    /** One workload, and the nodes that it measures. */
    record Job(List<String> nodes, Submission submission) {}

    List<Job> of(NewMeasurement asked, String owner) {
        List<Node> nodes = chosen(asked.nodes());
        boolean together = asked.together().orElse(false) && nodes.size() > 1;
        if (together) {
            checkAlike(nodes);
        }
        TeamId team = asked.team().orElse(TeamId.ALL);
        List<List<Node>> groups = together ? List.of(nodes) : nodes.stream().map(List::of).toList();
        return groups.stream()
                .map(group -> job(group, team, owner, MeasurementRecord.hold(asked)))
                .toList();
    }

    private List<Node> chosen(List<String> names) {
        List<String> wrong = new ArrayList<>();
        List<String> known = all.stream().map(Node::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                wrong.add(
                        "There is no node %s; the engine knows %s.%s"
                                .formatted(
                                        UntrustedText.quoted(name),
                                        Format.list(known),
                                        SpellingSuggestion.didYouMean(name, known)));
            } else if (!isReady(name)) {
                wrong.add(
                        "%s gets no work now: it is drained or failed. Once it may: slipway return %s"
                                .formatted(name, name));
            }
        }
        List<Node> chosen =
                all.stream()
                        .filter(it -> names.isEmpty() || names.contains(it.name()))
                        .filter(it -> isReady(it.name()))
                        .toList();
        if (wrong.isEmpty() && chosen.isEmpty()) {
            wrong.add("No node is ready.");
        }
        if (!wrong.isEmpty()) {
            throw new Problem(
                    NOT_MEASURED, "Nothing can be measured.", String.join(" ", wrong), NEXT);
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
        List<Node.Devices> kinds = nodes.stream().map(Node::devices).distinct().toList();
        if (kinds.size() > 1) {
            throw new Problem(
                    NOT_MEASURED,
                    "These nodes cannot be measured together.",
                    "They have %s; a gang has the same on each node."
                            .formatted(
                                    Format.list(
                                            kinds.stream()
                                                    .map(it -> it.count() + " " + it.type())
                                                    .toList())),
                    "Name nodes that are alike, or measure each by itself: leave --together out.");
        }
        if (nodes.size() > MOST_TOGETHER) {
            throw new Problem(
                    NOT_MEASURED,
                    "%d nodes are too many to be measured together.".formatted(nodes.size()),
                    "At most %d make one measurement.".formatted(MOST_TOGETHER),
                    "Name fewer with --nodes.");
        }
    }

    private Job job(List<Node> group, TeamId team, String owner, Duration hold) {
        List<String> names = group.stream().map(Node::name).toList();
        String title = title(names);
        WorkloadSpec spec = WorkloadSpec.ofJson(spec(group, title, hold), "the measurement");
        Map<String, String> others = new TreeMap<>();
        all.stream()
                .map(Node::name)
                .filter(it -> !names.contains(it))
                .forEach(it -> others.put(it, "it is not the node that is measured"));
        return new Job(names, new Submission(spec, title, team, owner).excluded(others));
    }

    private static String title(List<String> names) {
        String plain =
                ("measure-" + names.getFirst())
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9-]", "-");
        return plain.substring(0, Math.min(50, plain.length())).replaceAll("-+$", "");
    }

    /** All accelerators, or where there is none all processors: whoever else wants the node waits. */
    private static String spec(List<Node> group, String title, Duration hold) {
        Node first = group.getFirst();
        ObjectNode json = JSON.createObjectNode();
        json.put("name", title);
        json.put("nodes", group.size());
        ObjectNode resources = json.putObject("resources");
        boolean bare = first.devices().type().equals(Node.Devices.NONE);
        if (!bare && first.devices().count() > 0) {
            resources.put("accelerators", first.devices().type() + ":" + first.devices().count());
        } else {
            int least = group.stream().mapToInt(it -> it.machine().cpus()).min().orElse(PROCESSOR);
            resources.put("cpus", Integer.toString(Math.max(1, least / PROCESSOR)));
        }
        json.put("max_duration", hold.plus(BESIDE).plus(hold).toSeconds() + "s");
        json.put("run", AcceptanceTest.script(hold));
        return json.toString();
    }
}
