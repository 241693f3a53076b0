package slipway.surface.plan.server;

import java.util.List;
import java.util.Optional;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.ShareBar;

/**
 * A form for a plan, and the plan.
 *
 * @param more rarely used fields
 * @param ticks the accepted places
 * @param models names of the catalog, as suggestions
 * @param command the equivalent command
 * @param reply empty if the form is empty or cannot be answered
 * @param trouble why the form cannot be answered
 * @param note a remark on the cluster's own accelerators
 */
public record PlanPage(
        PlanTab tab,
        List<Row> rows,
        List<Row> more,
        List<Tick> ticks,
        List<String> models,
        String command,
        Optional<Reply> reply,
        Optional<Trouble> trouble,
        Optional<String> note) {

    public PlanPage {
        rows = List.copyOf(rows);
        more = List.copyOf(more);
        ticks = List.copyOf(ticks);
        models = List.copyOf(models);
    }

    /** Fields in one row. */
    public record Row(List<PlanField> boxes) {

        static Row of(PlanField... boxes) {
            return new Row(List.of(boxes));
        }
    }

    /** Whether a rarely used field is filled in. */
    public boolean narrowed() {
        return more.stream()
                .flatMap(row -> row.boxes().stream())
                .anyMatch(
                        planField -> !planField.value().isEmpty() || planField.wrong().isPresent());
    }

    /** A check box for a kind of place. */
    public record Tick(String name, String label, boolean on) {}

    /** A problem that prevents the plan. */
    public record Trouble(String what, String why, String next) {}

    /**
     * The plan.
     *
     * @param answer the plan as a sentence
     * @param lede its set-up
     * @param parts the breakdown of memory and of a step
     * @param reasons why other ways were rejected
     * @param because why this way was chosen
     * @param costs the costs by place
     * @param grounds the evidence behind it
     * @param job the job to queue or to copy
     */
    public record Reply(
            String answer,
            String lede,
            List<KeyFigure> figures,
            Chart chart,
            List<Reason> reasons,
            String because,
            List<Cut> parts,
            Costs costs,
            List<Ground> grounds,
            Optional<Job> job) {

        public Reply {
            figures = List.copyOf(figures);
            reasons = List.copyOf(reasons);
            parts = List.copyOf(parts);
            grounds = List.copyOf(grounds);
        }
    }

    /** Another way, and why it was rejected. */
    public record Reason(String name, String because) {}

    /** A quantity and its parts. */
    public record Cut(String id, String title, String tally, BreakdownBar parts) {}

    /**
     * The costs by place.
     *
     * @param tally the origin of the prices
     * @param heads of the columns between place and total
     * @param of the reference of the bars
     * @param tails the heads of the last columns
     */
    public record Costs(String tally, List<String> heads, String of, Tails tails, List<Cost> rows) {

        public Costs {
            heads = List.copyOf(heads);
            rows = List.copyOf(rows);
        }
    }

    /** The heads of the columns with the total, the time and the end. */
    public record Tails(String total, String time, String done) {}

    /**
     * One row of the costs.
     *
     * @param cells the columns between place and total
     * @param late by how much it misses the deadline, if it does
     * @param exact the full name, as a tooltip
     */
    public record Cost(
            String who,
            String how,
            List<String> cells,
            String total,
            ShareBar bar,
            String time,
            String done,
            Optional<String> late,
            boolean chosen,
            String exact) {

        public Cost {
            cells = List.copyOf(cells);
        }
    }

    /** One piece of evidence. */
    public record Ground(String name, String text) {}

    /**
     * The planned job.
     *
     * @param teams the teams in which it may be queued; empty if it cannot run here
     */
    public record Job(String name, String spec, String run, List<String> teams) {

        public Job {
            teams = List.copyOf(teams);
        }
    }
}
