package slipway.server.web.queue;

import java.util.Optional;
import slipway.base.Say;
import slipway.run.Cost;
import slipway.run.Cost.Expected;
import slipway.run.Workload;

/**
 * What a workload costs, as a column or a figure shows it.
 *
 * @param title what the amount is
 * @param amount the one that matters most now
 * @param under what else is known: the interval, the whole that is expected, or the hour's price
 */
public record Outlay(String title, String amount, String under) {

    /** Empty where there is no price for what it has or will have. */
    public static Optional<Outlay> of(Workload workload, Cost cost) {
        if (workload.state().ended()) {
            return cost.soFar().map(paid -> new Outlay("Cost", Say.money(paid), "in all"));
        }
        boolean begun = !workload.trail().held().perType().isEmpty();
        return begun ? soFar(cost) : ahead(cost);
    }

    private static Optional<Outlay> soFar(Cost cost) {
        String rate = cost.perHour().map(Say::perHour).orElse("");
        String under =
                cost.expected().map(all -> "of " + all.words() + expected(all)).orElse(rate);
        return cost.soFar().map(paid -> new Outlay("Cost so far", Say.money(paid), under));
    }

    private static String expected(Expected all) {
        return all.likely().isPresent() ? " expected" : "";
    }

    private static Optional<Outlay> ahead(Cost cost) {
        return cost.expected()
                .map(
                        all ->
                                new Outlay(
                                        "Expected cost",
                                        Say.money(all.likely().orElse(all.most())),
                                        all.likely().isPresent()
                                                ? Say.money(all.least())
                                                        + " to "
                                                        + Say.money(all.most())
                                                : "at most"))
                .or(
                        () ->
                                cost.perHour()
                                        .map(
                                                rate ->
                                                        new Outlay(
                                                                "Expected cost",
                                                                Say.perHour(rate),
                                                                "how long it runs is not known")));
    }
}
