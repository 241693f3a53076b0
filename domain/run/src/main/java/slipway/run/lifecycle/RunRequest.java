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

/** What is asked of the room: by people, by the scheduler, and by what an engine reports. */
public sealed interface RunRequest {

    /**
     * @param ids one, or one for each member of an array, the first of which names it
     * @param needs the workloads it needs, as they were found by name
     * @param excluded nodes that it must not get, each with why
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

        /** Under which it was taken in. */
        public static WorkloadId idOf(CommitResult commitResult) {
            Matcher matcher = ID.matcher(commitResult.answer());
            if (!matcher.find()) {
                throw new IllegalStateException("No id in " + commitResult.answer());
            }
            return new WorkloadId(matcher.group(1));
        }
    }

    /** What could never run here; one that was taken in under the same key before still is. */
    record Refuse(Problem problem) implements RunRequest {}

    record Cancel(List<WorkloadId> ids) implements RunRequest {}

    /** What the scheduler decided. What was true for it may no longer be: such decisions are passed over. */
    record Decided(List<Decision> decisions) implements RunRequest {}

    /**
     * The processes of the attempt run.
     *
     * @param placement where, if the engine chose that itself
     */
    record Launched(AttemptId attempt, Optional<Placement> placement) implements RunRequest {}

    /** The attempt could not be started; it is tried again after a pause. */
    record NotLaunched(AttemptId attempt, String because, AttemptUsage measured)
            implements RunRequest {}

    record Finished(AttemptId attempt, Finding finding, AttemptUsage measured)
            implements RunRequest {}

    /**
     * It is stuck.
     *
     * @param step it gets no further than this
     * @param stop whether its owner wants it stopped then
     */
    record Hung(AttemptId attempt, long step, String because, boolean stop) implements RunRequest {}

    /** It holds accelerators without using them; or uses them again, when nothing is said. */
    record Idle(AttemptId attempt, Optional<AttemptStatus.Idle> idle) implements RunRequest {}

    /** Somebody goes into a workspace. */
    record WorkspaceOpened(AttemptId attempt) implements RunRequest {}

    /**
     * Nobody uses it, and its owner was warned.
     *
     * @param deadline it has stopped then, unless it asked for a notice of its own
     */
    record StopUnused(AttemptId attempt, String because, Instant deadline) implements RunRequest {}

    /** A pilot has shown enough, or shows nothing. */
    record EndPilot(AttemptId attempt, PilotVerdict verdict) implements RunRequest {}

    /** Somebody wants it kept until then, used or not. */
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

    /** Somebody runs a command beside it. */
    record ExecStarted(AttemptId attempt, int rank, String command) implements RunRequest {

        private static final int LONGEST = 500;

        public static ExecStarted by(Workload workload, ExecRequest execRequest) {
            if (!(workload.state() instanceof WorkloadState.Running)) {
                throw RunProblems.notRunning(workload.name());
            }
            String command =
                    String.join(" ", execRequest.command()).replaceAll("\\s+", " ").strip();
            String kept =
                    command.length() <= LONGEST ? command : command.substring(0, LONGEST) + "…";
            return new ExecStarted(workload.attempt(), execRequest.rank(), kept);
        }
    }

    /** When the newest verified checkpoint of each was made. */
    record CheckpointsMade(Map<AttemptId, Instant> made) implements RunRequest {}

    /** Usage of these is written down up to now. */
    record Metered(Map<AttemptId, AttemptUsage> measured) implements RunRequest {}

    record SetDrain(String node, Optional<String> because) implements RunRequest {}

    record SetRank(WorkloadId workload, long rank) implements RunRequest {}

    /**
     * How an attempt was found to have ended.
     *
     * @param exitCode the first that is not 0, else 0; empty if not all nodes wrote one
     * @param because what else is known, in words
     * @param lost whether it ended without its own doing: its node failed, or nobody knows
     * @param stop whether its log says that another try is of no use
     * @param exclude the nodes that are to blame, each with what happened there
     * @param when it ended by the clock of its exit files, and made its newest verified checkpoint
     */
    record Finding(
            Optional<Integer> exitCode,
            String because,
            boolean lost,
            boolean stop,
            Map<String, String> exclude,
            Times when) {

        /** Nothing where it is not known. */
        public record Times(Optional<Instant> ended, Optional<Instant> saved) {

            static final Times UNKNOWN = new Times(Optional.empty(), Optional.empty());
        }

        public static Finding exit(int code) {
            String words = code == 0 ? "" : "It ended with exit code " + code + ".";
            return new Finding(Optional.of(code), words, false, false, Map.of(), Times.UNKNOWN);
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
