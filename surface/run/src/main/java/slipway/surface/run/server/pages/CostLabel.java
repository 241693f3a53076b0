package slipway.surface.run.server.pages;

import java.util.Optional;
import java.util.function.Function;
import slipway.base.text.Format;
import slipway.run.cost.WorkloadCost;
import slipway.run.cost.WorkloadCost.Expected;
import slipway.run.lifecycle.Workload;

/**
 * What a workload costs, as a page shows it.
 *
 * @param title what the amount is
 * @param amount the one that matters most now
 * @param under what else is known: the interval, the whole that is expected, or an hour's price
 */
public record CostLabel(String title, String amount, String under) {

    private static final String SO_FAR = "Cost so far";
    private static final String AHEAD = "Expected cost";

    /** Empty where there is no price for what it has or will have. */
    public static Optional<CostLabel> of(Workload workload, WorkloadCost workloadCost) {
        if (workload.state().ended()) {
            return paid(workloadCost);
        }
        return begun(workload)
                ? soFar(workloadCost, all -> "of " + all.format() + expected(all))
                : ahead(workloadCost, CostLabel::interval);
    }

    /** In a column, where there is room for one amount beside the first. */
    static Optional<CostLabel> inColumn(Workload workload, WorkloadCost workloadCost) {
        if (workload.state().ended()) {
            return paid(workloadCost);
        }
        if (workload.state().currentPlacement().isPresent()) {
            return soFar(workloadCost, all -> "of " + all.brief() + expected(all));
        }
        return ahead(
                workloadCost,
                all ->
                        begun(workload)
                                ? workloadCost.soFar().map(Format::money).orElse("nothing")
                                        + " so far"
                                : interval(all));
    }

    private static boolean begun(Workload workload) {
        return !workload.history().held().perType().isEmpty();
    }

    private static Optional<CostLabel> paid(WorkloadCost workloadCost) {
        return workloadCost
                .soFar()
                .map(paid -> new CostLabel("Cost", Format.money(paid), "in all"));
    }

    private static Optional<CostLabel> soFar(
            WorkloadCost workloadCost, Function<Expected, String> under) {
        String rate = workloadCost.perHour().map(Format::perHour).orElse("");
        return workloadCost
                .soFar()
                .map(
                        paid ->
                                new CostLabel(
                                        SO_FAR,
                                        Format.money(paid),
                                        workloadCost.expected().map(under).orElse(rate)));
    }

    private static Optional<CostLabel> ahead(
            WorkloadCost workloadCost, Function<Expected, String> under) {
        return workloadCost
                .expected()
                .map(
                        all ->
                                new CostLabel(
                                        AHEAD,
                                        Format.money(all.likely().orElse(all.most())),
                                        under.apply(all)))
                .or(
                        () ->
                                workloadCost
                                        .perHour()
                                        .map(
                                                rate ->
                                                        new CostLabel(
                                                                AHEAD, Format.perHour(rate), "")));
    }

    private static String interval(Expected all) {
        return all.likely().isPresent()
                ? Format.money(all.least()) + " to " + Format.money(all.most())
                : "at most";
    }

    private static String expected(Expected all) {
        return all.likely().isPresent() ? " expected" : "";
    }
}
