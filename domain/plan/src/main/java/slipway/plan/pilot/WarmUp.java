package slipway.plan.pilot;

import java.util.Arrays;
import java.util.List;

/**
 * From which step on a run is as fast as it will be.
 *
 * @param dropped so many steps at the beginning do not count
 * @param settled whether it settled at all; if not, the later half counts
 * @param group so many steps made one median
 */
public record WarmUp(int dropped, boolean settled, int group) {

    /** Fewer steps show nothing. */
    static final int FEWEST = 10;

    private static final int GROUPS = 8;
    private static final int SMALLEST = 3;
    private static final int AGREE = 3;
    private static final double WITHIN = 1.05;
    private static final double SLOW = 1.1;

    /**
     * @param steps how long each took
     */
    static WarmUp of(List<Double> steps) {
        if (steps.size() < FEWEST) {
            throw new IllegalArgumentException("Too few steps: " + steps.size());
        }
        int group = Math.max(SMALLEST, steps.size() / GROUPS);
        int groups = steps.size() / group;
        double[] medians = new double[groups];
        for (int at = 0; at < groups; at++) {
            medians[at] = median(steps.subList(at * group, (at + 1) * group));
        }
        for (int from = 0; from + AGREE <= groups; from++) {
            double[] three = Arrays.copyOfRange(medians, from, from + AGREE);
            Arrays.sort(three);
            if (three[AGREE - 1] <= three[0] * WITHIN) {
                return new WarmUp(quiet(steps, from * group, group), true, group);
            }
        }
        return new WarmUp(steps.size() / 2, false, group);
    }

    /** A median does not see the one step in which everything is compiled; a mean would. */
    private static int quiet(List<Double> steps, int from, int group) {
        double usual = median(steps.subList(from, from + AGREE * group));
        int begin = from;
        for (int at = from; at < from + group; at++) {
            begin = steps.get(at) > usual * SLOW ? at + 1 : begin;
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

    /** Why so many, in words. */
    public String words() {
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
