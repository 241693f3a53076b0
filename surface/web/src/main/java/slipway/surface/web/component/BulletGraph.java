package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * A bullet graph of a budget: what was spent, and the forecast. All budgets end at the same position, so that a column
 * of graphs can be compared; there is space for 25 % more.
 *
 * @param name the owner of the budget
 * @param forecast the expected total; empty if there is none yet
 * @param past the share of the period that has passed; empty if the budget has no end
 */
public record BulletGraph(
        String name,
        Money spent,
        Money budget,
        Optional<Estimate<Money>> forecast,
        OptionalDouble past) {

    /** The position of every budget's end, as a share of the width. */
    public static final double CAP = 0.8;

    public BulletGraph {
        if (budget.millionths() <= 0) {
            throw new IllegalArgumentException("Not a budget: " + Format.money(budget));
        }
        past.ifPresent(
                share -> SvgLengths.finite(share, "The share of the period that has passed"));
        // Comparing amounts in two currencies throws.
        var _ = spent.compareTo(budget);
        forecast.ifPresent(ahead -> ahead.value().compareTo(budget));
    }

    /** The text alternative. */
    public String words() {
        String ahead =
                forecast.map(it -> ", forecast " + Format.estimate(it, Format::money))
                        .orElse(", no forecast yet");
        return name + ": " + Format.money(spent) + " of " + Format.money(budget) + " spent" + ahead;
    }

    public List<BarSegment> blocks() {
        List<BarSegment> blocks = new ArrayList<>();
        blocks.add(new BarSegment("track", 0, CAP));
        add(blocks, "spent", 0, at(spent));
        forecast.ifPresent(ahead -> add(blocks, "band", at(ahead.low()), at(ahead.high())));
        return blocks;
    }

    /** Adds the part within the budget, and the part beyond it in another color. */
    private static void add(List<BarSegment> blocks, String kind, double from, double until) {
        if (until > from && from < CAP) {
            blocks.add(new BarSegment(kind, from, Math.min(until, CAP)));
        }
        if (until > CAP) {
            blocks.add(new BarSegment("over", Math.max(from, CAP), until));
        }
    }

    /** The position of the most likely total. */
    public Optional<BarSegment> mid() {
        return forecast.map(
                ahead -> {
                    double at = at(ahead.value());
                    return new BarSegment(at > CAP ? "mid over" : "mid", at, at);
                });
    }

    /** The position of spending at a constant rate. */
    public Optional<String> pace() {
        return past.isEmpty()
                ? Optional.empty()
                : Optional.of(SvgLengths.percent(Math.clamp(past.getAsDouble(), 0, 1) * CAP));
    }

    public String cap() {
        return SvgLengths.percent(CAP);
    }

    private double at(Money amount) {
        double share = (double) amount.millionths() / budget.millionths();
        return Math.clamp(share * CAP, 0, 1);
    }
}
