package slipway.plan.money;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import slipway.base.Estimate;
import slipway.base.Money;

/** What a plan costs, line by line, and all together. */
public record Bill(List<Line> lines) {

    /** What is paid for. */
    public enum What {
        ACCELERATORS,
        STORAGE,
        /** Data that leaves a provider. */
        EGRESS,
        /** Reading and writing, where each time is paid for. */
        REQUESTS;

        /** As people write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param note for what exactly, from whom, and how old its price is
     */
    public record Line(What what, Estimate<Money> amount, String note) {}

    public Bill {
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("A bill has a line");
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
