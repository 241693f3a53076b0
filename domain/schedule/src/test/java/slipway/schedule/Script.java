package slipway.schedule;

import java.util.List;
import slipway.schedule.decision.Told;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.SchedulableWorkload;

/** What happens to a cluster: drawn before it runs, so that a failing one can be made smaller. */
public record Script(ClusterSnapshot start, List<Step> steps) {

    @Override
    public String toString() {
        return Told.script(this);
    }

    /** One thing that happens. Numbers point into whatever is there by then. */
    public sealed interface Step {

        /** Time goes on to the next thing that happens by itself. */
        record Advance() implements Step {}

        /**
         * @param truth how long it really runs, in percent of the way from its lower to its upper end
         */
        record Submit(SchedulableWorkload workload, int truth) implements Step {}

        record Cancel(int pick) implements Step {}

        record Fail(int node) implements Step {}

        record Drain(int node) implements Step {}

        record Repair(int node) implements Step {}

        record Save(int pick) implements Step {}

        /** History has learnt something about one that waits or runs. */
        record Rank(int pick, long rank) implements Step {}
    }
}
