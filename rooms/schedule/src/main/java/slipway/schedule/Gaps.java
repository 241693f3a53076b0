package slipway.schedule;

import java.util.List;
import slipway.schedule.picture.Promise;

/**
 * The kept places at a glance: who could use none of them need not be tried, where nothing else is free.
 *
 * @param longest until the last of them, in milliseconds from now
 * @param borrowed whether one is kept for somebody who borrows
 */
record Gaps(List<Waiter> holders, long longest, boolean borrowed, long now) {

    static final Gaps NONE = new Gaps(List.of(), 0, false, 0);

    static Gaps of(List<Waiter> holders, long now) {
        long longest = 0;
        boolean borrowed = false;
        for (Waiter holder : holders) {
            Promise promise = holder.promise().orElseThrow();
            longest = Math.max(longest, promise.from().toEpochMilli() - now);
            borrowed |= !holder.holdsWithin();
        }
        return new Gaps(holders, longest, borrowed, now);
    }

    /** False only if it certainly may use none. */
    boolean mayUse(Waiter waiter, boolean within) {
        boolean over = waiter.workload().times().span().known() && waiter.upper() <= longest;
        if (over || (borrowed && within) || waiter.yields(longest)) {
            return true;
        }
        for (Waiter holder : holders) {
            if (holder.team() == waiter.team() && waiter.priority() > holder.priority()) {
                return true;
            }
        }
        return false;
    }
}
