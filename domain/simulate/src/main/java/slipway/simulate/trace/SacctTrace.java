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
 * The output of {@code sacct -X --parsable2}. Job steps ({@code 123.batch}) are skipped. The resources of a job are in
 * AllocTRES, else in ReqTRES; its runtime is in ElapsedRaw, Elapsed, or between Start and End. Jobs that never ran, or
 * had no accelerator, are excluded.
 */
final class SacctTrace {

    private static final TraceFile FILE = TraceFile.external('|', "jobid", "submit");

    /** Slurm's placeholders for missing values. */
    private static final Set<String> PLACEHOLDERS =
            Set.of("Unknown", "None", "N/A", "UNLIMITED", "Partition_Limit", "INVALID");

    private static final ValueType<Tres> TRES =
            TraceNotation.type("resources such as cpu=8,mem=64G,node=1,gres/gpu:a100=4", Tres::of);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final TeamNames teamNames = new TeamNames();
    private final Map<ResourceRequest, ResourceRequest> requests = new HashMap<>();

    private SacctTrace() {}

    static Trace read(Path file) {
        var sacctTrace = new SacctTrace();
        FILE.read(file, sacctTrace::row);
        return sacctTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        if (traceRow.text("jobid").orElse("").contains(".")) {
            return;
        }
        Instant submitted = traceRow.require("submit", TraceNotation.TIME, Instant.EPOCH);
        Optional<Duration> duration = duration(traceRow);
        Optional<Tres> allocated =
                traceRow.read("alloctres", TRES)
                        .filter(Tres::hasAccelerators)
                        .or(() -> traceRow.read("reqtres", TRES));
        Optional<Duration> limit = value(traceRow, "timelimit", TraceNotation.SLURM_DURATION);
        if (!traceRow.isValid()) {
            return;
        }
        if (duration.isEmpty() || duration.get().isZero()) {
            gathered.drop("never_ran");
        } else if (allocated.isEmpty() || !allocated.get().hasAccelerators()) {
            gathered.drop("no_accelerator");
        } else if (allocated.get().perNode() > Node.Devices.MAX_COUNT) {
            traceRow.report(
                    "alloctres",
                    "A node has at most %d accelerators.".formatted(Node.Devices.MAX_COUNT));
        } else {
            ResourceRequest resourceRequest =
                    requests.computeIfAbsent(request(allocated.get()), it -> it);
            TraceJob.Recorded recorded =
                    TraceJob.Recorded.of(submitted, duration.get())
                            .withLimit(limit)
                            .withStart(value(traceRow, "start", TraceNotation.TIME));
            gathered.add(
                    new TraceJob(
                            labels(traceRow),
                            team(traceRow),
                            resourceRequest,
                            Attributes.JOB,
                            recorded));
        }
    }

    private TeamId team(TraceRow traceRow) {
        return traceRow.text("account").map(teamNames::of).orElse(TeamId.ALL);
    }

    private static TraceJob.Labels labels(TraceRow traceRow) {
        return new TraceJob.Labels(
                traceRow.text("jobname").orElse(""),
                traceRow.text("user").orElse(""),
                traceRow.text("partition").orElse(""));
    }

    private static ResourceRequest request(Tres allocated) {
        return new ResourceRequest(
                new AcceleratorRequest(allocated.types(), allocated.perNode(), Node.Devices.WHOLE),
                allocated.machine(),
                new Gang(
                        allocated.nodes(),
                        allocated.nodes(),
                        allocated.nodes(),
                        TopologyDomain.CLUSTER),
                NodeConstraints.ANYWHERE);
    }

    private static Optional<Duration> duration(TraceRow traceRow) {
        return value(traceRow, "elapsedraw", TraceNotation.SECONDS)
                .or(() -> value(traceRow, "elapsed", TraceNotation.SLURM_DURATION))
                .or(() -> startToEnd(traceRow));
    }

    private static Optional<Duration> startToEnd(TraceRow traceRow) {
        Optional<Instant> start = value(traceRow, "start", TraceNotation.TIME);
        Optional<Instant> end = value(traceRow, "end", TraceNotation.TIME);
        if (start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        if (end.get().isBefore(start.get())) {
            traceRow.report("end", "It lies before the start.");
        }
        return Optional.of(Duration.between(start.get(), end.get())).filter(it -> !it.isNegative());
    }

    private static <T> Optional<T> value(TraceRow traceRow, String column, ValueType<T> valueType) {
        return traceRow.text(column).filter(PLACEHOLDERS::contains).isPresent()
                ? Optional.empty()
                : traceRow.read(column, valueType);
    }

    /** A list such as {@code cpu=8,mem=64G,node=1,gres/gpu:a100=4}: totals over all nodes. */
    record Tres(int nodes, int accelerators, List<String> types, Node.Machine machine) {

        static Optional<Tres> of(String text) {
            return TresText.read(text);
        }

        boolean hasAccelerators() {
            return accelerators > 0;
        }

        /** Rounded up if uneven. */
        int perNode() {
            return Math.ceilDiv(accelerators, nodes);
        }
    }
}
