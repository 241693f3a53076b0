package slipway.testkit;

import java.util.ArrayList;
import java.util.List;
import slipway.testkit.Choices.Group;
import slipway.testkit.Trial.Failure;

/**
 * Makes a failing value small. It works on the choices the value was drawn from (see {@link Choices}) and keeps every
 * simpler sequence that still fails in the same way: fewer choices first, then smaller ones. Each step is simpler
 * than the one before, so it ends; a budget ends it sooner.
 */
final class Shrink<T> {

    private static final int BUDGET = 5_000;
    private static final int LONGEST_CHUNK = 8;
    private static final int REACH =
            4; // two numbers of a list of signed ones are three choices apart

    private final Trial<T> trial;
    private Failure<T> best;
    private int tries;

    private Shrink(Trial<T> trial, Failure<T> found) {
        this.trial = trial;
        this.best = found;
    }

    static <T> Failure<T> smallest(Trial<T> trial, Failure<T> found) {
        return new Shrink<>(trial, found).run();
    }

    private Failure<T> run() {
        improves(List.of());
        List<Long> before;
        do {
            before = best.choices();
            removeGroups();
            removeChunks();
            decreaseEach();
            moveToTheRight();
        } while (!before.equals(best.choices()) && tries < BUDGET);
        return best;
    }

    private void removeGroups() {
        for (int i = best.groups().size() - 1; i >= 0; i--) {
            List<Group> groups = best.groups();
            if (i < groups.size()) {
                improves(without(groups.get(i).from(), groups.get(i).until()));
            }
        }
    }

    private void removeChunks() {
        for (int length = LONGEST_CHUNK; length > 0; length--) {
            for (int from = best.choices().size() - length; from >= 0; from--) {
                improves(without(from, from + length));
            }
        }
    }

    private void decreaseEach() {
        for (int i = 0; i < best.choices().size(); i++) {
            decrease(i);
        }
    }

    /** Finds the smallest failing number if failing is monotonic; otherwise a smaller one. */
    private void decrease(int index) {
        long holds = -1;
        while (index < best.choices().size() && holds + 1 < best.choices().get(index)) {
            long fails = best.choices().get(index);
            long middle = holds < 0 ? 0 : holds + (fails - holds) / 2;
            if (!improves(with(index, middle))) {
                holds = middle;
            }
        }
    }

    /** Numbers whose sum matters become as few as can be: 400 and 601 become 0 and 1001. */
    private void moveToTheRight() {
        for (int from = 0; from < best.choices().size(); from++) {
            for (int to = from + 1; to <= from + REACH; to++) {
                move(from, to);
            }
        }
    }

    /** All of it, or as much as the other can take. */
    private void move(int from, int to) {
        long amount = Long.MAX_VALUE;
        while (amount > 0 && to < best.choices().size()) {
            long here = best.choices().get(from);
            long there = best.choices().get(to);
            amount = Math.min(amount, Math.min(here, Long.MAX_VALUE - there));
            var moved = with(from, here - amount);
            moved.set(to, there + amount);
            if (!improves(moved)) {
                amount /= 2;
            }
        }
    }

    private boolean improves(List<Long> candidate) {
        if (tries++ >= BUDGET || !isSimpler(candidate, best.choices())) {
            return false;
        }
        var choices = Choices.replay(candidate);
        try {
            var failure = trial.run(choices).filter(this::isSameKind);
            boolean simpler = failure.isPresent() && isSimpler(choices.made(), best.choices());
            best = simpler ? failure.get() : best;
            return simpler;
        } catch (Choices.Discarded e) {
            return false;
        }
    }

    /** A smaller value that fails for another reason would hide the one that was found. */
    private boolean isSameKind(Failure<T> failure) {
        return failure.cause().getClass().equals(best.cause().getClass());
    }

    private List<Long> without(int from, int until) {
        var choices = new ArrayList<>(best.choices());
        choices.subList(from, Math.min(until, choices.size())).clear();
        return choices;
    }

    private List<Long> with(int index, long choice) {
        var choices = new ArrayList<>(best.choices());
        choices.set(index, choice);
        return choices;
    }

    private static boolean isSimpler(List<Long> one, List<Long> other) {
        for (int i = 0; i < one.size() && one.size() == other.size(); i++) {
            if (!one.get(i).equals(other.get(i))) {
                return one.get(i) < other.get(i);
            }
        }
        return one.size() < other.size();
    }
}
