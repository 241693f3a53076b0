package slipway.schedule;

import java.util.Comparator;
import java.util.Optional;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Waiting;
import slipway.schedule.picture.Workload;

/** Somebody who waits, as the board keeps it. */
final class Waiter {

    /** Priority, then what history says, then who came first; names break what ties are left. */
    static final Comparator<Waiter> SHORTEST =
            Comparator.<Waiter>comparingInt(waiter -> -waiter.priority())
                    .thenComparingLong(waiter -> waiter.workload().rank())
                    .thenComparingLong(Waiter::submitted)
                    .thenComparing(waiter -> waiter.waiting.id());

    static final Comparator<Waiter> FIRST_COME =
            Comparator.<Waiter>comparingInt(waiter -> -waiter.priority())
                    .thenComparingLong(Waiter::submitted)
                    .thenComparing(waiter -> waiter.waiting.id());

    /** A shorter gap is not worth a start. */
    private static final long LEAST_GAP = 60_000;

    final Line line;
    private final long minimumRun;
    private Waiting waiting;

    Waiter(Waiting waiting, Line line, Policy policy) {
        this.waiting = waiting;
        this.line = line;
        this.minimumRun =
                Math.max(
                        policy.minimumRun().toMillis(),
                        waiting.workload().manner().minimumRun().toMillis());
    }

    Waiting waiting() {
        return waiting;
    }

    Workload workload() {
        return waiting.workload();
    }

    Form form() {
        return line.form;
    }

    Share team() {
        return line.team;
    }

    int priority() {
        return workload().manner().priority().level();
    }

    long submitted() {
        return workload().times().submitted().toEpochMilli();
    }

    Optional<Promise> promise() {
        return waiting.promise();
    }

    void promised(Optional<Promise> promise) {
        waiting = waiting.promised(promise);
    }

    /** How long the rest of it will run at most. */
    long upper() {
        return Math.max(0, workload().times().span().high().minus(waiting.done()).toMillis());
    }

    /** Whether it asks for no more than its team's guarantee leaves, in a type it can use. */
    boolean within() {
        boolean claimed = promise().map(Promise::room).orElse(false);
        for (Pool pool : form().pools()) {
            int more = claimed ? 0 : pool.takes(form()) * form().nodes();
            if (team().within(pool.type(), more)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may be let into a gap of this length and be stopped at its end. Of the unknown nobody knows. */
    boolean yields(long gap) {
        return gap >= Math.max(LEAST_GAP, minimumRun)
                && workload().manner().checkpoints()
                && workload().times().span().known();
    }

    boolean ripe(long now) {
        return workload().times().notBefore().map(at -> at.toEpochMilli() <= now).orElse(true);
    }
}
