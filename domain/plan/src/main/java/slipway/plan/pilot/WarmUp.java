package slipway.plan.pilot;

import java.util.Arrays;
import java.util.List;

/**
 * The warm-up of a run: the first steps, which are slower.
 *
 * @param dropped number of steps at the beginning that do not count
 * @param settled whether the step time settled; if not, the later half counts
 * @param group number of steps of one median
 */
public record WarmUp(int dropped, boolean settled, int group) {

    /** The least number of steps to analyze. */
    static final int MIN_STEPS = 10;

    private static final int MAX_GROUPS = 8;
    private static final int MIN_GROUP = 3;
    private static final int AGREEING_GROUPS = 3;
    private static final double AGREEMENT = 1.05;
    private static final double SLOW_FACTOR = 1.1;

    /**
     * @param steps duration of each step
     */
    static WarmUp of(List<Double> steps) {
        if (steps.size() < MIN_STEPS) {
            throw new IllegalArgumentException("Too few steps: " + steps.size());
        }
        int group = Math.max(MIN_GROUP, steps.size() / MAX_GROUPS);
        int groups = steps.size() / group;
        double[] medians = new double[groups];
        for (int at = 0; at < groups; at++) {
            medians[at] = median(steps.subList(at * group, (at + 1) * group));
        }
        for (int from = 0; from + AGREEING_GROUPS <= groups; from++) {
            double[] three = Arrays.copyOfRange(medians, from, from + AGREEING_GROUPS);
            Arrays.sort(three);
            if (three[AGREEING_GROUPS - 1] <= three[0] * AGREEMENT) {
                return new WarmUp(firstSteadyStep(steps, from * group, group), true, group);
            }
        }
        return new WarmUp(steps.size() / 2, false, group);
    }

    /** The first step after warm-up. A median hides a single slow step, such as a compilation; this finds it. */
    private static int firstSteadyStep(List<Double> steps, int from, int group) {
        double usual = median(steps.subList(from, from + AGREEING_GROUPS * group));
        int begin = from;
        for (int at = from; at < from + group; at++) {
            begin = steps.get(at) > usual * SLOW_FACTOR ? at + 1 : begin;
        }
        return begin;
    }

    static double median(List<Double> some) {
        List<Double> sorted = some.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** Describes why steps were dropped. */
    public String describe() {
        return settled
                ? dropped == 0
                        ? "none was dropped: the first three medians of %d steps agree within 5 %%"
                                .formatted(group)
                        : "the first %d were dropped: from there three medians of %d steps agree within 5 %%"
                                .formatted(dropped, group)
                : "it did not settle: no three medians of %d steps agree within 5 %%, so the later half counts"
                        .formatted(group);
    }
}
