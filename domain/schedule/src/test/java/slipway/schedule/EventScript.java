package slipway.schedule;

import java.util.List;
import slipway.schedule.decision.ScenarioFormat;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.SchedulableWorkload;

/** Events of a cluster, generated before the run, so that a failing script can be shrunk. */
public record EventScript(ClusterSnapshot start, List<Step> steps) {

    @Override
    public String toString() {
        return ScenarioFormat.script(this);
    }

    /** One event. Numbers select from what exists at that time. */
    public sealed interface Step {

        /** Advances to the next event that follows from the simulation itself. */
        record Advance() implements Step {}

        /** @param actualRuntimePercent the actual runtime, as a percentage of the way from its low to its high end */
        record Submit(SchedulableWorkload workload, int actualRuntimePercent) implements Step {}

        record Cancel(int pick) implements Step {}

        record Fail(int node) implements Step {}

        record Drain(int node) implements Step {}

        record Repair(int node) implements Step {}

        record Save(int pick) implements Step {}

        /** History has changed the rank of a pending or running workload. */
        record Rank(int pick, long rank) implements Step {}
    }
}
