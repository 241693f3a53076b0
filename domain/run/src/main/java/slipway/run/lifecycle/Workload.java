package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.spec.workload.WorkloadSpec;
import slipway.spec.workload.WorkspaceSpec;

/**
 * A workload as the room keeps it.
 *
 * @param storedSpec what was asked
 * @param needs those of the workloads it needs that have not succeeded yet
 * @param excluded nodes it is kept away from because it failed there for their sake, and what happened
 */
public record Workload(
        WorkloadId id,
        Header header,
        StoredSpec storedSpec,
        WorkloadState state,
        AttemptHistory history,
        Optional<Member> member,
        List<WorkloadId> needs,
        Map<String, String> excluded) {

    public Workload {
        needs = List.copyOf(needs);
        excluded = Map.copyOf(excluded);
    }

    /**
     * @param owner who submitted it
     */
    public record Header(String name, TeamId team, String owner, Instant submitted) {}

    /** One of an array, which is named by its first member. */
    public record Member(WorkloadId array, int index) {}

    /**
     * What became of its attempts so far.
     *
     * @param attempts so many were begun; the newest one's number
     * @param failures so many failed by themselves
     * @param preempted so many had to give way
     * @param completedWork the work that checkpoints of earlier attempts keep
     * @param rank its place among its team's own as somebody set it; 0 if nobody did
     * @param latest what is known of the newest attempt; nothing before the first, and while it waits for another
     * @param held what it has held as far as that is written down
     */
    public record AttemptHistory(
            int attempts,
            int failures,
            int preempted,
            Duration completedWork,
            long rank,
            Optional<LatestAttempt> latest,
            HeldTime held) {

        static final AttemptHistory NONE =
                new AttemptHistory(0, 0, 0, Duration.ZERO, 0, Optional.empty(), HeldTime.NOTHING);

        /** What it gets it holds from now on, and pays for. */
        public AttemptHistory withNewAttempt(Instant now) {
            return new AttemptHistory(
                    attempts + 1,
                    failures,
                    preempted,
                    completedWork,
                    rank,
                    Optional.of(LatestAttempt.at(now)),
                    held);
        }

        AttemptHistory withFailure() {
            return new AttemptHistory(
                    attempts, failures + 1, preempted, completedWork, rank, latest, held);
        }

        AttemptHistory withPreemption() {
            return new AttemptHistory(
                    attempts, failures, preempted + 1, completedWork, rank, latest, held);
        }

        /** The newest attempt is over; the next one goes on from what it saved. */
        AttemptHistory withoutAttempt() {
            Duration more = latest.map(LatestAttempt::completedWork).orElse(Duration.ZERO);
            return new AttemptHistory(
                    attempts,
                    failures,
                    preempted,
                    completedWork.plus(more),
                    rank,
                    Optional.empty(),
                    held);
        }

        AttemptHistory with(LatestAttempt other) {
            return new AttemptHistory(
                    attempts, failures, preempted, completedWork, rank, Optional.of(other), held);
        }

        AttemptHistory holding(String type, GpuTime time) {
            return new AttemptHistory(
                    attempts,
                    failures,
                    preempted,
                    completedWork,
                    rank,
                    latest,
                    held.plus(type, time));
        }

        AttemptHistory ranked(long other) {
            return new AttemptHistory(
                    attempts, failures, preempted, completedWork, other, latest, held);
        }
    }

    /**
     * The newest attempt.
     *
     * @param placedAt since then it holds its place
     * @param lastCheckpoint when its newest verified checkpoint was made
     * @param metered what of its usage is written down
     * @param warnings what its owner was warned of
     */
    public record LatestAttempt(
            Instant placedAt,
            Optional<Instant> lastCheckpoint,
            Metered metered,
            Warnings warnings) {

        static LatestAttempt at(Instant now) {
            return new LatestAttempt(now, Optional.empty(), Metered.from(now), Warnings.NONE);
        }

        LatestAttempt lastCheckpoint(Instant at) {
            boolean newer = lastCheckpoint.filter(before -> !before.isBefore(at)).isEmpty();
            return newer ? new LatestAttempt(placedAt, Optional.of(at), metered, warnings) : this;
        }

        LatestAttempt metered(Metered other) {
            return new LatestAttempt(placedAt, lastCheckpoint, other, warnings);
        }

        LatestAttempt warnings(Warnings other) {
            return new LatestAttempt(placedAt, lastCheckpoint, metered, other);
        }

        private Duration completedWork() {
            return lastCheckpoint
                    .filter(placedAt::isBefore)
                    .map(at -> Duration.between(placedAt, at))
                    .orElse(Duration.ZERO);
        }
    }

    /**
     * Warnings that the owner of an attempt got. They are stored so that the next server does not warn again.
     *
     * @param hungAtStep the step at which it got stuck last
     * @param idleSince since when its accelerators, or the workspace, have not been used
     * @param exemptUntil until then it is not stopped for being idle, because a person asked for that
     */
    public record Warnings(
            Optional<Long> hungAtStep, Optional<Instant> idleSince, Optional<Instant> exemptUntil) {

        public static final Warnings NONE =
                new Warnings(Optional.empty(), Optional.empty(), Optional.empty());

        Warnings hungAtStep(long step) {
            return new Warnings(Optional.of(step), idleSince, exemptUntil);
        }

        Warnings idleSince(Optional<Instant> since) {
            return new Warnings(hungAtStep, since, exemptUntil);
        }

        Warnings exemptUntil(Instant until) {
            return new Warnings(hungAtStep, idleSince, Optional.of(until));
        }
    }

    /**
     * What of an attempt's usage is written down. The counters count from the attempt's start, and are kept so that the
     * next server goes on where this one stopped.
     *
     * @param until the end of the last window
     * @param cpu time on processors
     * @param storage read and written
     * @param network sent and received
     */
    public record Metered(Instant until, Duration cpu, Bytes storage, Bytes network) {

        /** Windows begin and end with a whole millisecond: so they add up to what was held, and nothing is lost. */
        static Metered from(Instant start) {
            return new Metered(
                    start.truncatedTo(ChronoUnit.MILLIS), Duration.ZERO, Bytes.ZERO, Bytes.ZERO);
        }
    }

    /**
     * A spec that never changes again, with its text, which is written with every change of the workload. One that
     * comes from a table is read when it is first asked for: a server is ready before it has understood all that wait.
     */
    public static final class StoredSpec {

        private final String json;
        private final Supplier<WorkloadSpec> reading;
        private volatile @Nullable WorkloadSpec spec;

        private StoredSpec(String json, Supplier<WorkloadSpec> reading) {
            this.json = json;
            this.reading = reading;
        }

        /** What nobody writes down needs no text. */
        StoredSpec(WorkloadSpec spec, String json) {
            this(json, () -> spec);
        }

        public static StoredSpec of(WorkloadSpec spec) {
            return new StoredSpec(spec, spec.json());
        }

        static StoredSpec of(String json, WorkloadId of) {
            return new StoredSpec(json, () -> WorkloadSpec.readStored(json, "the spec of " + of));
        }

        public WorkloadSpec spec() {
            WorkloadSpec known = spec;
            if (known == null) {
                known = reading.get(); // two at once read the same
                spec = known;
            }
            return known;
        }

        public String json() {
            return json;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof StoredSpec that && json.equals(that.json);
        }

        @Override
        public int hashCode() {
            return json.hashCode();
        }

        @Override
        public String toString() {
            return json;
        }
    }

    public WorkloadSpec spec() {
        return storedSpec.spec();
    }

    /** The newest attempt; there is one once it was placed. */
    public AttemptId attempt() {
        return new AttemptId(id, history.attempts());
    }

    /**
     * @throws slipway.base.Problem if it is of another kind
     */
    public WorkspaceSpec workspace() {
        return spec().workspace().orElseThrow(() -> RunProblems.noWorkspace(this));
    }

    /** Whether it is stopped when it does nothing: a workspace is, a job where its team says so, a service never. */
    public boolean isStoppedWhenIdle(Shares shares) {
        return switch (spec().kind()) {
            case WORKSPACE -> true;
            case JOB -> shares.idle(team()).stopsJobs();
            case SERVICE -> false;
        };
    }

    /** How long it took in all; nothing if it was cut short, by somebody or because it was only a pilot. */
    public Optional<Duration> totalRunTime() {
        boolean whole =
                state instanceof WorkloadState.Ended(var outcome, _, _, _)
                        && outcome != WorkloadState.Outcome.CANCELLED
                        && spec().pilot().isEmpty();
        return history.latest()
                .filter(_ -> whole)
                .map(latest -> Duration.between(latest.placedAt(), state.since()))
                .map(history.completedWork()::plus);
    }

    public TeamId team() {
        return header.team();
    }

    public String name() {
        return header.name();
    }

    public boolean isQueued() {
        return state instanceof WorkloadState.Queued;
    }

    /** Whether its newest attempt is, or may be, on an engine. */
    public boolean isPlaced() {
        return state.currentPlacement().isPresent();
    }

    boolean isMemberOf(WorkloadId array) {
        return member.filter(one -> one.array().equals(array)).isPresent();
    }

    public Workload withState(WorkloadState other) {
        return new Workload(id, header, storedSpec, other, history, member, needs, excluded);
    }

    public Workload with(AttemptHistory other) {
        return new Workload(id, header, storedSpec, state, other, member, needs, excluded);
    }

    Workload with(LatestAttempt other) {
        return with(history.with(other));
    }

    Workload withNeeds(List<WorkloadId> others) {
        return new Workload(id, header, storedSpec, state, history, member, others, excluded);
    }

    Workload withExcluded(Map<String, String> nodes) {
        return new Workload(id, header, storedSpec, state, history, member, needs, nodes);
    }
}
