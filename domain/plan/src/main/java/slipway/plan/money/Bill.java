package slipway.plan.money;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import slipway.base.Estimate;
import slipway.base.Money;

/** The cost of a plan, by line and in total. */
public record Bill(List<Line> lines) {

    /** Categories of cost. */
    public enum Category {
        ACCELERATORS,
        STORAGE,
        /** Data that leaves a provider. */
        EGRESS,
        /** Read and write requests, where the provider charges for them. */
        REQUESTS;

        /** The name that people read. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param note details, provider and age of the price
     */
    public record Line(Category category, Estimate<Money> amount, String note) {}

    public Bill {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("A bill has at least one line");
        }
        lines = List.copyOf(lines);
    }

    public Bill with(List<Line> more) {
        var all = new ArrayList<>(lines);
        all.addAll(more);
        return new Bill(all);
    }

    public Estimate<Money> total() {
        Currency currency = lines.getFirst().amount().value().currency();
        return IntervalArithmetic.sum(lines.stream().map(Line::amount).toList(), currency);
    }
}
