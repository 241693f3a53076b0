package slipway.bench.plan;

import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.Workplace;

/** The goals of a bench, told one by one. */
final class Goals {

    private final Workplace place;
    private final List<String> missed = new ArrayList<>();

    Goals(Workplace place) {
        this.place = place;
    }

    void atMost(String what, double value, double most) {
        judge(value <= most, Workplace.text("%s: %.2f, goal at most %.2f", what, value, most));
    }

    void atLeast(String what, double value, double least) {
        judge(value >= least, Workplace.text("%s: %.2f, goal at least %.2f", what, value, least));
    }

    private void judge(boolean holds, String line) {
        place.say("%s: %s", line, holds ? "holds" : "missed");
        if (!holds) {
            missed.add(line);
        }
    }

    boolean hold() {
        return missed.isEmpty();
    }

    List<String> missed() {
        return List.copyOf(missed);
    }
}
