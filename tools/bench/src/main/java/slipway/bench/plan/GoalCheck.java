package slipway.bench.plan;

import java.util.ArrayList;
import java.util.List;
import slipway.bench.kit.BenchContext;

/** The goals of a bench, printed one by one. */
final class GoalCheck {

    private final BenchContext place;
    private final List<String> missed = new ArrayList<>();

    GoalCheck(BenchContext place) {
        this.place = place;
    }

    void atMost(String what, double value, double most) {
        record(
                value <= most,
                BenchContext.format("%s: %.2f, goal at most %.2f", what, value, most));
    }

    void atLeast(String what, double value, double least) {
        record(
                value >= least,
                BenchContext.format("%s: %.2f, goal at least %.2f", what, value, least));
    }

    private void record(boolean holds, String line) {
        place.say("%s: %s", line, holds ? "holds" : "missed");
        if (!holds) {
            missed.add(line);
        }
    }

    boolean allReached() {
        return missed.isEmpty();
    }

    List<String> missed() {
        return List.copyOf(missed);
    }
}
