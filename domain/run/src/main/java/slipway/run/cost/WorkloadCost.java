package slipway.run.cost;

import java.util.Currency;
import java.util.List;
import java.util.Optional;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.RateCard;
import slipway.run.lifecycle.WorkloadState;

/**
 * The cost of a workload. Where a price is missing there is no amount: an unknown cost is not zero.
 *
 * @param currency the currency of all amounts
 * @param soFar the cost of the time held, as far as it is recorded
 * @param perHour the rate of what it holds, or will probably hold; empty once it has ended
 * @param expected the total at its end, as far as its runtime is known
 * @param unpriced the types without a price that it held, holds or will hold
 */
public record WorkloadCost(
        Currency currency,
        Optional<Money> soFar,
        Optional<Money> perHour,
        Optional<Expected> expected,
        List<String> unpriced) {

    public WorkloadCost {
        unpriced = List.copyOf(unpriced);
    }

    /**
     * An interval.
     *
     * @param likely empty where only a time limit is known
     */
    public record Expected(Money least, Optional<Money> likely, Money most) {

        /** {@code $118 ($109 to $131)}, or {@code at most $20}. */
        public String format() {
            return likely.map(
                            value ->
                                    least.equals(most)
                                            ? Format.money(value)
                                            : "%s (%s to %s)"
                                                    .formatted(
                                                            Format.money(value),
                                                            Format.money(least),
                                                            Format.money(most)))
                    .orElseGet(() -> "at most " + Format.money(most));
        }

        /** {@code $118}, or {@code at most $20}. */
        public String brief() {
            return likely.map(Format::money).orElseGet(() -> "at most " + Format.money(most));
        }
    }

    /** The settings that are missing, where a price is missing. */
    public Optional<String> missingPrices() {
        return unpriced.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "no price for %s: set %s in slipway.yaml"
                                .formatted(
                                        Format.list(unpriced, "or"),
                                        Format.list(
                                                unpriced.stream()
                                                        .map(WorkloadCost::key)
                                                        .toList())));
    }

    private static String key(String type) {
        return type.equals(RateCard.CPU) ? "prices.cpu" : "prices.accelerators." + type;
    }

    /** All that is known in a sentence: {@code $118 ($109 to $131)}, {@code $2.40 per hour}, or the missing price. */
    public String sentence() {
        return missingPrices()
                .or(() -> expected.map(Expected::format))
                .or(
                        () ->
                                perHour.map(
                                        rate ->
                                                Format.perHour(rate)
                                                        + "; nothing is known of how long it runs"))
                .or(() -> soFar.map(Format::money))
                .orElse("nothing");
    }

    /**
     * A short text for lists: {@code $48 of $79}, {@code $118 expected}, {@code $9.60 per hour}; empty if nothing is
     * known.
     *
     * @param workloadState the state of the workload
     */
    public String summary(WorkloadState workloadState) {
        if (workloadState.ended()) {
            return soFar.map(Format::money).orElse("");
        }
        boolean begun = soFar.filter(money -> money.millionths() > 0).isPresent();
        String spent = soFar.map(Format::money).orElse("");
        if (expected.isPresent()) {
            Expected all = expected.get();
            return begun
                    ? spent + " of " + all.brief()
                    : all.likely().isPresent() ? all.brief() + " expected" : all.brief();
        }
        String rate = perHour.map(Format::perHour).orElse("");
        return begun && !rate.isEmpty() ? spent + ", " + rate : rate.isEmpty() ? spent : rate;
    }
}
