package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;

/**
 * What was spent of a budget and where it will end. All budgets end at the same place, whatever they are, so that a
 * column of bullets can be compared at a glance; there is room for a quarter more.
 *
 * @param name whose budget it is
 * @param forecast where it will end; empty where nothing can be said yet
 * @param past the share of the time that is over; empty where a budget has no end
 */
public record BulletGraph(
        String name,
        Money spent,
        Money budget,
        Optional<Estimate<Money>> forecast,
        OptionalDouble past) {

    /** Where every budget ends, as a share of the width. */
    public static final double CAP = 0.8;

    public BulletGraph {
        if (budget.millionths() <= 0) {
            throw new IllegalArgumentException("Nothing can be spent of " + Format.money(budget));
        }
        past.ifPresent(share -> SvgLengths.finite(share, "The share of time that is over"));
        // Amounts in two currencies cannot lie on one scale: comparing them throws.
        var _ = spent.compareTo(budget);
        forecast.ifPresent(ahead -> ahead.value().compareTo(budget));
    }

    /** For whoever does not see it. */
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

    /** What lies within the budget in its own colour, what lies beyond in that of too much. */
    private static void add(List<BarSegment> blocks, String kind, double from, double until) {
        if (until > from && from < CAP) {
            blocks.add(new BarSegment(kind, from, Math.min(until, CAP)));
        }
        if (until > CAP) {
            blocks.add(new BarSegment("over", Math.max(from, CAP), until));
        }
    }

    /** Where it will most likely end. */
    public Optional<BarSegment> mid() {
        return forecast.map(
                ahead -> {
                    double at = at(ahead.value());
                    return new BarSegment(at > CAP ? "mid over" : "mid", at, at);
                });
    }

    /** Where it would stand if the same were spent every day. */
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
