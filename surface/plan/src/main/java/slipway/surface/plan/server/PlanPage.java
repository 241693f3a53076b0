package slipway.surface.plan.server;

import java.util.List;
import java.util.Optional;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.ShareBar;

/**
 * The question and its answer.
 *
 * @param more fields that few people need
 * @param ticks where it may run
 * @param models of the catalog, to choose from
 * @param command the same in a shell
 * @param reply empty where nothing was asked yet, or nothing can be answered
 * @param trouble why nothing can be answered
 * @param note what somebody should know of the cluster's own accelerators
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

    /** Fields beside each other. */
    public record Row(List<PlanField> boxes) {

        static Row of(PlanField... boxes) {
            return new Row(List.of(boxes));
        }
    }

    /** Whether something is among what few people need that somebody filled in. */
    public boolean narrowed() {
        return more.stream()
                .flatMap(row -> row.boxes().stream())
                .anyMatch(
                        planField -> !planField.value().isEmpty() || planField.wrong().isPresent());
    }

    /** One way that may be taken. */
    public record Tick(String name, String label, boolean on) {}

    /** What is in the way of an answer. */
    public record Trouble(String what, String why, String next) {}

    /**
     * The answer.
     *
     * @param answer the sentence
     * @param lede how it is set up
     * @param parts of memory and of a step
     * @param reasons why not another
     * @param because why this one was chosen
     * @param costs what it costs where
     * @param grounds what it rests on
     * @param job what may be queued or copied
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

    /** Another way, and why it was not taken. */
    public record Reason(String name, String because) {}

    /** A whole that is cut into parts. */
    public record Cut(String id, String title, String tally, BreakdownBar parts) {}

    /**
     * What it costs where.
     *
     * @param tally whose prices they are
     * @param heads of the columns between where and total
     * @param of what the bars are a share of
     * @param tails the heads of the last columns
     */
    public record Costs(String tally, List<String> heads, String of, Tails tails, List<Cost> rows) {

        public Costs {
            heads = List.copyOf(heads);
            rows = List.copyOf(rows);
        }
    }

    /** What the columns with the sum, with the time and with the end are called. */
    public record Tails(String total, String time, String done) {}

    /**
     * One line of it.
     *
     * @param cells between where and total, as the heads name them
     * @param late how late it is, if it is
     * @param exact the whole name, for the hover
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

    /** One thing that the answer rests on. */
    public record Ground(String name, String text) {}

    /**
     * A job that comes of it.
     *
     * @param teams in which it may be queued; empty where it cannot be queued here
     */
    public record Job(String name, String spec, String run, List<String> teams) {

        public Job {
            teams = List.copyOf(teams);
        }
    }
}
