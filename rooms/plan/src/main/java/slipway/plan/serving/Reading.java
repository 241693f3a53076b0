package slipway.plan.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Shown;
import slipway.plan.table.Stated;

/** Makes a situation of what a measured table states. */
final class Reading {

    /** A disaggregated row says only in its note how large its two sides are. */
    private static final Pattern SIDES = Pattern.compile("(?:w|\\btp)=(\\d*)");

    /** Offline requests come without bound. */
    private static final Pattern NUMBER =
            Pattern.compile("\\+?(?:[0-9]+\\.?[0-9]*(?:[eE][+-]?[0-9]{1,2})?|(?i:inf|infinity))");

    private final Bodies bodies;
    private final Cards cards;

    Reading(Bodies bodies, Cards cards) {
        this.bodies = bodies;
        this.cards = cards;
    }

    Read of(Stated stated) {
        String model = stated.text("model");
        Optional<Body> body = bodies.named(model);
        Optional<Card> card = cards.named(stated.text("accelerator"));
        Optional<Mode> mode = Mode.named(stated.text("mode"));
        Optional<Load.Kind> kind = Load.Kind.named(stated.text("load_type"));
        if (body.isEmpty()) {
            return not("the architecture of %s is not known", model);
        }
        if (card.isEmpty()) {
            return not("accelerator %s is not in the catalog", stated.text("accelerator"));
        }
        if (mode.isEmpty()) {
            return not("mode %s is not one of agg, static-batch, disagg", stated.text("mode"));
        }
        if (kind.isEmpty()) {
            return not("load_type %s is not known", stated.text("load_type"));
        }
        String loaded = stated.text("load_value");
        if (!loaded.isEmpty() && !NUMBER.matcher(loaded).matches()) {
            return not("load_value: %s is not a number", loaded);
        }
        var weight = Weight.measured(stated.text("precision"), model);
        var load = new Load(kind.get(), stated.number("load_value", Double.NaN));
        var sides = Sides.of(stated, mode.get());
        var deployment =
                new Deployment(
                        stated.text("framework"),
                        body.get(),
                        card.get(),
                        weight,
                        mode.get(),
                        sides.cards,
                        sides.first,
                        sides.apart);
        boolean assumed =
                !stated.says("precision") || (!stated.says("tp") && !stated.says("n_acc"));
        return new Read.Whole(
                new Situation(deployment, stated.number("isl", 0), stated.number("osl", 0), load),
                assumed);
    }

    private static Read not(String reason, String what) {
        return new Read.Not(reason.formatted(Shown.quoted(what)));
    }

    /** How many accelerators do what. */
    private record Sides(double cards, double first, double apart) {

        static Sides of(Stated stated, Mode mode) {
            boolean split = mode == Mode.DISAGGREGATED;
            List<Double> noted = split ? noted(stated.text("notes")) : List.of();
            double tensor = stated.number("tp", noted.isEmpty() ? 1 : noted.getLast());
            double cards = split ? tensor : Math.max(stated.number("n_acc", tensor), tensor);
            double first = noted.size() > 1 ? noted.get(1) : tensor;
            double apart = stated.number("attn_dp", 1);
            double experts = stated.number("ep", 0);
            // Written as experts x experts by whoever made the table: it was one group of them.
            boolean squared = mode == Mode.AGGREGATED && experts > 1 && cards == experts * experts;
            return squared
                    ? new Sides(experts, first, Math.min(apart, experts))
                    : new Sides(cards, first, apart);
        }

        private static List<Double> noted(String notes) {
            List<Double> found = new ArrayList<>();
            var matcher = SIDES.matcher(notes);
            while (matcher.find()) {
                found.add(matcher.group(1).isEmpty() ? 1.0 : Double.parseDouble(matcher.group(1)));
            }
            return found;
        }
    }
}
