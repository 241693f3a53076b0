package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.TeamId;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.AcceleratorRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.spec.ValueType;

/**
 * What {@code sacct -X --parsable2} prints. Steps of jobs ({@code 123.batch}) are passed over. What a job had stands in
 * AllocTRES, or else in ReqTRES; how long it ran in ElapsedRaw, Elapsed, or between Start and End. Jobs that never ran,
 * or had no accelerator, are left out.
 */
final class SacctTrace {

    private static final TraceFile SHEET = TraceFile.foreign('|', "jobid", "submit");

    /** What Slurm writes where it has nothing to say. */
    private static final Set<String> NOTHING =
            Set.of("Unknown", "None", "N/A", "UNLIMITED", "Partition_Limit", "INVALID");

    private static final ValueType<Tres> TRES =
            TraceNotation.type("resources such as cpu=8,mem=64G,node=1,gres/gpu:a100=4", Tres::of);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final TeamNames teamNames = new TeamNames();
    private final Map<ResourceRequest, ResourceRequest> asks = new HashMap<>();

    private SacctTrace() {}

    static Trace read(Path file) {
        var sacctTrace = new SacctTrace();
        SHEET.read(file, sacctTrace::row);
        return sacctTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        if (traceRow.text("jobid").orElse("").contains(".")) {
            return;
        }
        Instant submitted = traceRow.need("submit", TraceNotation.TIME, Instant.EPOCH);
        Optional<Duration> takes = takes(traceRow);
        Optional<Tres> had =
                traceRow.read("alloctres", TRES)
                        .filter(Tres::hasAccelerators)
                        .or(() -> traceRow.read("reqtres", TRES));
        Optional<Duration> limit = said(traceRow, "timelimit", TraceNotation.LAPSE_OF_SLURM);
        if (!traceRow.isSound()) {
            return;
        }
        if (takes.isEmpty() || takes.get().isZero()) {
            gathered.drop("never_ran");
        } else if (had.isEmpty() || !had.get().hasAccelerators()) {
            gathered.drop("no_accelerator");
        } else if (had.get().perNode() > Node.Devices.MAX_COUNT) {
            traceRow.wrong(
                    "alloctres",
                    "A node has at most %d accelerators.".formatted(Node.Devices.MAX_COUNT));
        } else {
            ResourceRequest resourceRequest = asks.computeIfAbsent(ask(had.get()), it -> it);
            TraceJob.Recorded truth =
                    TraceJob.Recorded.of(submitted, takes.get())
                            .withLimit(limit)
                            .withStart(said(traceRow, "start", TraceNotation.TIME));
            gathered.add(
                    new TraceJob(
                            mark(traceRow),
                            team(traceRow),
                            resourceRequest,
                            Attributes.JOB,
                            truth));
        }
    }

    private TeamId team(TraceRow traceRow) {
        return traceRow.text("account").map(teamNames::of).orElse(TeamId.ALL);
    }

    private static TraceJob.Labels mark(TraceRow traceRow) {
        return new TraceJob.Labels(
                traceRow.text("jobname").orElse(""),
                traceRow.text("user").orElse(""),
                traceRow.text("partition").orElse(""));
    }

    private static ResourceRequest ask(Tres had) {
        return new ResourceRequest(
                new AcceleratorRequest(had.types(), had.perNode(), Node.Devices.WHOLE),
                had.machine(),
                new Gang(had.nodes(), had.nodes(), had.nodes(), TopologyDomain.CLUSTER),
                NodeConstraints.ANYWHERE);
    }

    private static Optional<Duration> takes(TraceRow traceRow) {
        return said(traceRow, "elapsedraw", TraceNotation.SECONDS)
                .or(() -> said(traceRow, "elapsed", TraceNotation.LAPSE_OF_SLURM))
                .or(() -> between(traceRow));
    }

    private static Optional<Duration> between(TraceRow traceRow) {
        Optional<Instant> start = said(traceRow, "start", TraceNotation.TIME);
        Optional<Instant> end = said(traceRow, "end", TraceNotation.TIME);
        if (start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        if (end.get().isBefore(start.get())) {
            traceRow.wrong("end", "It lies before the start.");
        }
        return Optional.of(Duration.between(start.get(), end.get())).filter(it -> !it.isNegative());
    }

    private static <T> Optional<T> said(TraceRow traceRow, String column, ValueType<T> valueType) {
        return traceRow.text(column).filter(NOTHING::contains).isPresent()
                ? Optional.empty()
                : traceRow.read(column, valueType);
    }

    /** A list such as {@code cpu=8,mem=64G,node=1,gres/gpu:a100=4}: everything is counted over all nodes. */
    record Tres(int nodes, int accelerators, List<String> types, Node.Machine machine) {

        static Optional<Tres> of(String text) {
            return TresText.read(text);
        }

        boolean hasAccelerators() {
            return accelerators > 0;
        }

        /** Where it does not come out even, one more on each. */
        int perNode() {
            return Math.ceilDiv(accelerators, nodes);
        }
    }
}
