package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.journal.CommitResult;
import slipway.run.engine.AttemptId;
import slipway.run.engine.ExecRequest;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Placement;

/** A request to change the run state: from a user, from the scheduler, or a report of the engine. */
public sealed interface RunRequest {

    /**
     * @param ids one, or one per member of an array, which is named by the first
     * @param needs the workloads it needs, already found by name
     * @param excluded nodes that it must not get, each with the reason
     */
    record Submit(
            List<WorkloadId> ids,
            String name,
            TeamId team,
            String owner,
            StoredSpec spec,
            List<WorkloadId> needs,
            Map<String, String> excluded)
            implements RunRequest {

        private static final Pattern ID = Pattern.compile("\"id\":\"([a-z0-9-]+)\"");

        Submit(
                List<WorkloadId> ids,
                String name,
                TeamId team,
                String owner,
                StoredSpec spec,
                List<WorkloadId> needs) {
            this(ids, name, team, owner, spec, needs, Map.of());
        }

        /** The id in the stored answer. */
        public static WorkloadId idOf(CommitResult commitResult) {
            Matcher matcher = ID.matcher(commitResult.answer());
            if (!matcher.find()) {
                throw new IllegalStateException("No id in " + commitResult.answer());
            }
            return new WorkloadId(matcher.group(1));
        }
    }

    /** A submission that is refused, unless its idempotency key has a stored answer. */
    record Refuse(Problem problem) implements RunRequest {}

    record Cancel(List<WorkloadId> ids) implements RunRequest {}

    /** Decisions of the scheduler. Decisions whose preconditions no longer hold are skipped. */
    record Decided(List<Decision> decisions) implements RunRequest {}

    /**
     * The processes of the attempt run.
     *
     * @param placement the nodes, if the engine chose them
     */
    record Launched(AttemptId attempt, Optional<Placement> placement) implements RunRequest {}

    /** The attempt could not be started; it is retried after a pause. */
    record NotLaunched(AttemptId attempt, String because, AttemptUsage measured)
            implements RunRequest {}

    record Finished(AttemptId attempt, Finding finding, AttemptUsage measured)
            implements RunRequest {}

    /**
     * The attempt hangs.
     *
     * @param step the last step it reached
     * @param stop whether its spec asks to stop a hung attempt
     */
    record Hung(AttemptId attempt, long step, String because, boolean stop) implements RunRequest {}

    /** The attempt holds accelerators without using them; or uses them again, if {@code idle} is empty. */
    record Idle(AttemptId attempt, Optional<AttemptStatus.Idle> idle) implements RunRequest {}

    /** A user opens a workspace. */
    record WorkspaceOpened(AttemptId attempt) implements RunRequest {}

    /**
     * The workload is not used, and its owner was warned.
     *
     * @param deadline it is killed then, unless its spec sets a notice period
     */
    record StopUnused(AttemptId attempt, String because, Instant deadline) implements RunRequest {}

    /** Stops a pilot that has done its steps, or makes no progress. */
    record EndPilot(AttemptId attempt, PilotVerdict verdict) implements RunRequest {}

    /** Exempts a workload from being stopped while idle until then. */
    record ExemptFromIdle(WorkloadId workload, Instant until, String because)
            implements RunRequest {

        private static final Duration LONGEST = Duration.ofDays(7);

        public static ExemptFromIdle of(
                Workload workload, Duration time, Instant now, String because) {
            if (time.compareTo(LONGEST) > 0) {
                throw RunProblems.exemptionTooLong(LONGEST);
            }
            return new ExemptFromIdle(workload.id(), now.plus(time), because);
        }
    }

    /** A user runs a command beside the workload. */
    record ExecStarted(AttemptId attempt, int rank, String command) implements RunRequest {

        private static final int LONGEST = 500;

        public static ExecStarted by(Workload workload, ExecRequest execRequest) {
            if (!(workload.state() instanceof WorkloadState.Running)) {
                throw RunProblems.notRunning(workload.name());
            }
            String command =
                    String.join(" ", execRequest.command()).replaceAll("\\s+", " ").strip();
            String shortened =
                    command.length() <= LONGEST ? command : command.substring(0, LONGEST) + "…";
            return new ExecStarted(workload.attempt(), execRequest.rank(), shortened);
        }
    }

    /** The time of the newest verified checkpoint of each attempt. */
    record CheckpointsMade(Map<AttemptId, Instant> made) implements RunRequest {}

    /** Records the usage of these attempts up to now. */
    record Metered(Map<AttemptId, AttemptUsage> measured) implements RunRequest {}

    record SetDrain(String node, Optional<String> because) implements RunRequest {}

    record SetRank(WorkloadId workload, long rank) implements RunRequest {}

    /**
     * How an attempt ended, as observed.
     *
     * @param exitCode the first code other than 0, else 0; empty if not all nodes wrote one
     * @param because what else is known, in sentences
     * @param lost whether it ended through no fault of the job: its node failed, or the cause is unknown
     * @param stop whether its log shows that a retry is useless
     * @param exclude the nodes that caused the failure, each with what happened there
     * @param when the end by the clock of its exit files, and the time of its newest verified checkpoint
     */
    record Finding(
            Optional<Integer> exitCode,
            String because,
            boolean lost,
            boolean stop,
            Map<String, String> exclude,
            Times when) {

        /** Each is empty if it is not known. */
        public record Times(Optional<Instant> ended, Optional<Instant> saved) {

            static final Times UNKNOWN = new Times(Optional.empty(), Optional.empty());
        }

        public static Finding exit(int code) {
            String because = code == 0 ? "" : "It ended with exit code " + code + ".";
            return new Finding(Optional.of(code), because, false, false, Map.of(), Times.UNKNOWN);
        }

        public static Finding lost(String because) {
            return new Finding(Optional.empty(), because, true, false, Map.of(), Times.UNKNOWN);
        }

        public Finding at(Times other) {
            return new Finding(exitCode, because, lost, stop, exclude, other);
        }

        boolean succeeded() {
            return exitCode.isPresent() && exitCode.get() == 0;
        }
    }
}
