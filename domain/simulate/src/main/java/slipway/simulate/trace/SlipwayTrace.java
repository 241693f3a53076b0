package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.AcceleratorRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.schedule.snapshot.SchedulableWorkload.Kind;
import slipway.schedule.snapshot.SchedulableWorkload.Priority;
import slipway.spec.ValueType;

/** Slipway's own form of a trace: {@code submit,duration,accelerators} and optional columns. */
final class SlipwayTrace {

    /** Values are for one node unless {@code nodes} is more than one; the help page says which are per node. */
    private static final TraceFile FILE =
            new TraceFile(
                    ',',
                    List.of("submit", "duration", "accelerators"),
                    List.of(
                            "nodes",
                            "type",
                            "share",
                            "cpus",
                            "memory",
                            "team",
                            "priority",
                            "checkpoint",
                            "limit",
                            "kind",
                            "spot",
                            "least",
                            "most",
                            "within",
                            "labels",
                            "minimum_run",
                            "deadline",
                            "name",
                            "user",
                            "queue"),
                    false);

    private static final ValueType<Integer> ACCELERATORS =
            ValueType.wholeNumber(0, Node.Devices.MAX_COUNT);
    private static final ValueType<Integer> NODES = ValueType.wholeNumber(1, 100_000);
    private static final ValueType<Priority> PRIORITY = ValueType.choice(Priority.class);
    private static final ValueType<Kind> KIND = ValueType.choice(Kind.class);
    private static final ValueType<TopologyDomain> WITHIN = ValueType.choice(TopologyDomain.class);
    private static final Duration NO_CHECKPOINTS = Duration.ofMillis(-1);

    /** The checkpoint interval; zero means only when preempted. */
    private static final ValueType<Duration> CHECKPOINT =
            TraceNotation.type(
                    "no, yes (when it is preempted), or an interval: 30m",
                    text ->
                            switch (text) {
                                case "no" -> Optional.of(NO_CHECKPOINTS);
                                case "yes" -> Optional.of(Duration.ZERO);
                                default -> TraceNotation.duration(text);
                            });

    private static final ValueType<Boolean> YES_NO =
            TraceNotation.type(
                    "yes or no",
                    text ->
                            switch (text) {
                                case "yes", "true" -> Optional.of(true);
                                case "no", "false" -> Optional.of(false);
                                default -> Optional.empty();
                            });

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final TeamNames teamNames = new TeamNames();
    private final Map<ResourceRequest, ResourceRequest> requests = new HashMap<>();
    private Optional<Boolean> relativeTimes = Optional.empty();

    private SlipwayTrace() {}

    static Trace read(Path file) {
        var slipwayTrace = new SlipwayTrace();
        FILE.read(file, slipwayTrace::row);
        return slipwayTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        Instant submitted = submitted(traceRow);
        Duration duration = traceRow.require("duration", TraceNotation.DURATION, Duration.ZERO);
        Optional<ResourceRequest> request = request(traceRow);
        Attributes attributes = attributes(traceRow);
        TeamId team = traceRow.text("team").map(teamNames::of).orElse(TeamId.ALL);
        TraceJob.Recorded recorded =
                TraceJob.Recorded.of(submitted, duration)
                        .withLimit(traceRow.read("limit", TraceNotation.DURATION))
                        .deadline(traceRow.read("deadline", TraceNotation.INSTANT));
        if (!traceRow.isValid() || request.isEmpty()) {
            return;
        }
        if (duration.isZero()) {
            gathered.drop("zero_duration");
        } else {
            ResourceRequest shared = requests.computeIfAbsent(request.get(), it -> it);
            gathered.add(new TraceJob(labels(traceRow), team, shared, attributes, recorded));
        }
    }

    /** Requires one notation of times: seconds in one line and a date in the next would be half a century apart. */
    private Instant submitted(TraceRow traceRow) {
        Instant submitted = traceRow.require("submit", TraceNotation.INSTANT, Instant.EPOCH);
        boolean seconds = traceRow.text("submit").orElse("").matches("[0-9.]+");
        if (traceRow.isValid() && relativeTimes.isPresent() && relativeTimes.get() != seconds) {
            traceRow.report(
                    "submit",
                    "Its notation differs from the lines before: write all times as seconds, or all as dates.");
        } else if (traceRow.isValid()) {
            relativeTimes = Optional.of(seconds);
        }
        return submitted;
    }

    private static TraceJob.Labels labels(TraceRow traceRow) {
        return new TraceJob.Labels(
                traceRow.text("name").orElse(""),
                traceRow.text("user").orElse(""),
                traceRow.text("queue").orElse(""));
    }

    private static Attributes attributes(TraceRow traceRow) {
        return new Attributes(
                traceRow.read("kind", KIND).orElse(Kind.JOB),
                traceRow.read("priority", PRIORITY).orElse(Priority.NORMAL),
                traceRow.read("checkpoint", CHECKPOINT).filter(it -> !it.isNegative()),
                traceRow.read("minimum_run", TraceNotation.DURATION).orElse(Duration.ZERO));
    }

    private static Optional<ResourceRequest> request(TraceRow traceRow) {
        int count = traceRow.require("accelerators", ACCELERATORS, 0);
        Optional<Integer> share = traceRow.read("share", TraceNotation.SHARE);
        int nodes = traceRow.read("nodes", NODES).orElse(1);
        Gang gang = gang(traceRow, nodes);
        boolean fraction = share.isPresent() && share.get() < Node.Devices.WHOLE;
        if (fraction && (count != 1 || gang.maxNodes() > 1)) {
            traceRow.report("share", "Only one accelerator on one node can be shared.");
            return Optional.empty();
        }
        var accelerators =
                new AcceleratorRequest(
                        traceRow.read("type", TraceNotation.WORDS).orElse(List.of()),
                        count,
                        share.orElse(Node.Devices.WHOLE));
        return Optional.of(
                new ResourceRequest(accelerators, machine(traceRow), gang, constraints(traceRow)));
    }

    private static Gang gang(TraceRow traceRow, int nodes) {
        int least = traceRow.read("least", NODES).orElse(nodes);
        int most = traceRow.read("most", NODES).orElse(nodes);
        TopologyDomain within = traceRow.read("within", WITHIN).orElse(TopologyDomain.CLUSTER);
        if (least > nodes) {
            traceRow.report("least", "It is more than the %d requested nodes.".formatted(nodes));
        }
        if (most < nodes) {
            traceRow.report("most", "It is less than the %d requested nodes.".formatted(nodes));
        }
        return new Gang(nodes, Math.min(least, nodes), Math.max(most, nodes), within);
    }

    private static Node.Machine machine(TraceRow traceRow) {
        return new Node.Machine(
                traceRow.read("cpus", TraceNotation.CPUS).orElse(0),
                traceRow.read("memory", ValueType.bytes()).orElse(Bytes.ZERO));
    }

    private static NodeConstraints constraints(TraceRow traceRow) {
        boolean spot = traceRow.read("spot", YES_NO).orElse(false);
        Set<String> labels =
                new HashSet<>(traceRow.read("labels", TraceNotation.WORDS).orElse(List.of()));
        return new NodeConstraints(spot, labels);
    }
}
