package slipway.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.Workload.Frozen;
import slipway.run.engine.AttemptId;
import slipway.schedule.Decision;

/** What is asked of the room: by people, by the scheduler, and by what an engine reports. */
sealed interface Order {

    /**
     * @param ids one, or one for each member of an array, the first of which names it
     * @param needs the workloads it needs, as they were found by name
     */
    record Submit(
            List<WorkloadId> ids,
            String name,
            TeamId team,
            String owner,
            Frozen spec,
            List<WorkloadId> needs)
            implements Order {}

    record Cancel(List<WorkloadId> ids) implements Order {}

    /** What the scheduler decided. What was true for it may no longer be: such decisions are passed over. */
    record Decided(List<Decision> decisions) implements Order {}

    /** The processes of the attempt run. */
    record Launched(AttemptId attempt) implements Order {}

    /** The attempt could not be started; it is tried again after a pause. */
    record NotLaunched(AttemptId attempt, String because) implements Order {}

    record Finished(AttemptId attempt, Finding finding, Measured measured) implements Order {}

    /** How much work checkpoints keep; the time of the newest verified one. */
    record Saved(AttemptId attempt, Duration done) implements Order {}

    /** Usage of these is written down up to now. */
    record Metered(Map<AttemptId, Measured> measured) implements Order {}

    record Drained(String node, Optional<String> because) implements Order {}

    record Rank(WorkloadId workload, long rank) implements Order {}

    /**
     * How an attempt was found to have ended.
     *
     * @param exitCode the first that is not 0, else 0; empty if not all nodes wrote one
     * @param because what else is known, in words
     * @param lost whether it ended without its own doing: its node failed, or nobody knows
     * @param stop whether its log says that another try is of no use
     * @param exclude the nodes that its log blames
     */
    record Finding(
            Optional<Integer> exitCode,
            String because,
            boolean lost,
            boolean stop,
            List<String> exclude) {

        static Finding exit(int code) {
            String words = code == 0 ? "" : "It ended with exit code " + code + ".";
            return new Finding(Optional.of(code), words, false, false, List.of());
        }

        static Finding lost(String because) {
            return new Finding(Optional.empty(), because, true, false, List.of());
        }

        boolean succeeded() {
            return exitCode.isPresent() && exitCode.get() == 0;
        }
    }
}
