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
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Ask.Gang;
import slipway.schedule.picture.Ask.Need;
import slipway.schedule.picture.Ask.Where;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Workload.Manner;
import slipway.spec.Type;

/**
 * What {@code sacct -X --parsable2} prints. Steps of jobs ({@code 123.batch}) are passed over. What a job had stands in
 * AllocTRES, or else in ReqTRES; how long it ran in ElapsedRaw, Elapsed, or between Start and End. Jobs that never ran,
 * or had no accelerator, are left out.
 */
final class Sacct {

    private static final Sheet SHEET = Sheet.foreign('|', "jobid", "submit");

    /** What Slurm writes where it has nothing to say. */
    private static final Set<String> NOTHING =
            Set.of("Unknown", "None", "N/A", "UNLIMITED", "Partition_Limit", "INVALID");

    private static final Type<Tres> TRES =
            Notation.type("resources such as cpu=8,mem=64G,node=1,gres/gpu:a100=4", Tres::of);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Teams teams = new Teams();
    private final Map<Ask, Ask> asks = new HashMap<>();

    private Sacct() {}

    static Trace read(Path file) {
        var sacct = new Sacct();
        SHEET.read(file, sacct::row);
        return sacct.gathered.trace();
    }

    private void row(Row row) {
        if (row.text("jobid").orElse("").contains(".")) {
            return;
        }
        Instant submitted = row.need("submit", Notation.TIME, Instant.EPOCH);
        Optional<Duration> takes = takes(row);
        Optional<Tres> had =
                row.read("alloctres", TRES)
                        .filter(Tres::hasAccelerators)
                        .or(() -> row.read("reqtres", TRES));
        Optional<Duration> limit = said(row, "timelimit", Notation.LAPSE_OF_SLURM);
        if (!row.isSound()) {
            return;
        }
        if (takes.isEmpty() || takes.get().isZero()) {
            gathered.drop("never_ran");
        } else if (had.isEmpty() || !had.get().hasAccelerators()) {
            gathered.drop("no_accelerator");
        } else if (had.get().perNode() > Node.Devices.MOST) {
            row.wrong(
                    "alloctres",
                    "A node has at most %d accelerators.".formatted(Node.Devices.MOST));
        } else {
            Ask ask = asks.computeIfAbsent(ask(had.get()), it -> it);
            Job.Truth truth =
                    Job.Truth.of(submitted, takes.get())
                            .limited(limit)
                            .started(said(row, "start", Notation.TIME));
            gathered.add(new Job(mark(row), team(row), ask, Manner.JOB, truth));
        }
    }

    private TeamId team(Row row) {
        return row.text("account").map(teams::of).orElse(TeamId.ALL);
    }

    private static Job.Mark mark(Row row) {
        return new Job.Mark(
                row.text("jobname").orElse(""),
                row.text("user").orElse(""),
                row.text("partition").orElse(""));
    }

    private static Ask ask(Tres had) {
        return new Ask(
                new Need(had.types(), had.perNode(), Node.Devices.WHOLE),
                had.machine(),
                new Gang(had.nodes(), had.nodes(), had.nodes(), Within.CLUSTER),
                Where.ANYWHERE);
    }

    private static Optional<Duration> takes(Row row) {
        return said(row, "elapsedraw", Notation.SECONDS)
                .or(() -> said(row, "elapsed", Notation.LAPSE_OF_SLURM))
                .or(() -> between(row));
    }

    private static Optional<Duration> between(Row row) {
        Optional<Instant> start = said(row, "start", Notation.TIME);
        Optional<Instant> end = said(row, "end", Notation.TIME);
        if (start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        if (end.get().isBefore(start.get())) {
            row.wrong("end", "It lies before the start.");
        }
        return Optional.of(Duration.between(start.get(), end.get())).filter(it -> !it.isNegative());
    }

    private static <T> Optional<T> said(Row row, String column, Type<T> type) {
        return row.text(column).filter(NOTHING::contains).isPresent()
                ? Optional.empty()
                : row.read(column, type);
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
