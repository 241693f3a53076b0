package slipway.surface.run.server.pages;

import java.util.Optional;
import java.util.function.Function;
import slipway.base.text.Format;
import slipway.run.cost.WorkloadCost;
import slipway.run.cost.WorkloadCost.Expected;
import slipway.run.lifecycle.Workload;

/**
 * The cost of a workload, as a page shows it.
 *
 * @param title names the amount
 * @param amount the amount that matters most now
 * @param under more detail: the interval, the expected total, or the price per hour
 */
public record CostLabel(String title, String amount, String under) {

    private static final String SO_FAR = "Cost so far";
    private static final String EXPECTED = "Expected cost";

    /** Empty without a price for its allocation. */
    public static Optional<CostLabel> of(Workload workload, WorkloadCost workloadCost) {
        if (workload.state().ended()) {
            return paid(workloadCost);
        }
        return hasStarted(workload)
                ? soFar(workloadCost, all -> "of " + all.format() + expected(all))
                : expectedCost(workloadCost, CostLabel::interval);
    }

    /** For a table column, which has space for one more amount. */
    static Optional<CostLabel> inColumn(Workload workload, WorkloadCost workloadCost) {
        if (workload.state().ended()) {
            return paid(workloadCost);
        }
        if (workload.state().currentPlacement().isPresent()) {
            return soFar(workloadCost, all -> "of " + all.brief() + expected(all));
        }
        return expectedCost(
                workloadCost,
                all ->
                        hasStarted(workload)
                                ? workloadCost.soFar().map(Format::money).orElse("nothing")
                                        + " so far"
                                : interval(all));
    }

    private static boolean hasStarted(Workload workload) {
        return !workload.history().held().perType().isEmpty();
    }

    private static Optional<CostLabel> paid(WorkloadCost workloadCost) {
        return workloadCost
                .soFar()
                .map(paid -> new CostLabel("Cost", Format.money(paid), "in total"));
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

    private static Optional<CostLabel> expectedCost(
            WorkloadCost workloadCost, Function<Expected, String> under) {
        return workloadCost
                .expected()
                .map(
                        all ->
                                new CostLabel(
                                        EXPECTED,
                                        Format.money(all.likely().orElse(all.most())),
                                        under.apply(all)))
                .or(
                        () ->
                                workloadCost
                                        .perHour()
                                        .map(
                                                rate ->
                                                        new CostLabel(
                                                                EXPECTED,
                                                                Format.perHour(rate),
                                                                "")));
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
