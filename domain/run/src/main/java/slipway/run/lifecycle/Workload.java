package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.spec.workload.WorkloadSpec;
import slipway.spec.workload.WorkspaceSpec;

/**
 * A workload.
 *
 * @param storedSpec its spec, with the text as stored
 * @param needs those of the workloads it needs that have not succeeded yet
 * @param excluded nodes that it avoids because it failed there through their fault, each with what happened
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

    /** @param owner the user who submitted it */
    public record Header(String name, TeamId team, String owner, Instant submitted) {}

    /** A member of an array; the array has the id of its first member. */
    public record Member(WorkloadId array, int index) {}

    /**
     * The attempts so far.
     *
     * @param attempts the number of attempts; also the number of the newest
     * @param failures the number of attempts that failed by themselves
     * @param preempted the number of attempts that were preempted
     * @param completedWork the work that checkpoints of earlier attempts preserve
     * @param rank its rank among its team's own, as set by a user; 0 if not set
     * @param latest the newest attempt; empty before the first, and while the workload is queued again
     * @param held the accelerator time metered so far
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

        /** From now on the workload holds its placement, and pays for it. */
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

        /** The newest attempt has ended; the next one resumes from its checkpoint. */
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
     * @param placedAt when it got its placement
     * @param lastCheckpoint when its newest verified checkpoint was made
     * @param metered its usage that is already recorded
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
     * The recorded usage of an attempt. The counters count from the attempt's start, so that the next server continues
     * where this one stopped.
     *
     * @param until the end of the last window
     * @param cpu CPU time
     * @param storage bytes read and written
     * @param network bytes sent and received
     */
    public record Metered(Instant until, Duration cpu, Bytes storage, Bytes network) {

        /** Windows begin and end at a whole millisecond, so that their lengths add up exactly. */
        static Metered from(Instant start) {
            return new Metered(
                    start.truncatedTo(ChronoUnit.MILLIS), Duration.ZERO, Bytes.ZERO, Bytes.ZERO);
        }
    }

    /**
     * An immutable spec with its text, which is stored with every change of the workload. A spec read from a table is
     * parsed on first use: a server is ready before it has parsed the specs of all pending workloads. If it cannot be
     * parsed, a substitute replaces it, so that no list, page or round fails; the workload stays in the queue with
     * the reason.
     */
    public static final class StoredSpec {

        private static final Logger LOG = LoggerFactory.getLogger(StoredSpec.class);
        private static final WorkloadSpec SUBSTITUTE =
                WorkloadSpec.parse("run: 'false'", "the substitute of an unreadable spec");

        private final String json;
        private final Supplier<WorkloadSpec> reading;
        private volatile @Nullable Parsed parsed;

        private record Parsed(WorkloadSpec spec, Optional<String> error) {}

        private StoredSpec(String json, Supplier<WorkloadSpec> reading) {
            this.json = json;
            this.reading = reading;
        }

        /** A spec that is never stored needs no text. */
        StoredSpec(WorkloadSpec spec, String json) {
            this(json, () -> spec);
        }

        public static StoredSpec of(WorkloadSpec spec) {
            return new StoredSpec(spec, spec.json());
        }

        static StoredSpec of(String json, WorkloadId of) {
            return new StoredSpec(json, () -> WorkloadSpec.readStored(json, "its spec"));
        }

        public WorkloadSpec spec() {
            return parsed().spec();
        }

        /** Why the stored text cannot be read; empty if it can. */
        public Optional<String> error() {
            return parsed().error();
        }

        private Parsed parsed() {
            Parsed known = parsed;
            if (known == null) {
                known = parse(); // two threads may parse it; the results are equal
                parsed = known;
            }
            return known;
        }

        private Parsed parse() {
            try {
                return new Parsed(reading.get(), Optional.empty());
            } catch (Problem problem) {
                LOG.error("{} {}", problem.what(), problem.why());
                return new Parsed(SUBSTITUTE, Optional.of(problem.what() + " " + problem.why()));
            }
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

    /** Its spec; a substitute if {@link StoredSpec#error} is present. */
    public WorkloadSpec spec() {
        return storedSpec.spec();
    }

    /** The newest attempt; it exists once the workload was placed. */
    public AttemptId attempt() {
        return new AttemptId(id, history.attempts());
    }

    /** @throws slipway.base.Problem if it is not a workspace */
    public WorkspaceSpec workspace() {
        return spec().execution().workspace().orElseThrow(() -> RunProblems.noWorkspace(this));
    }

    /** Whether it is stopped while idle: a workspace is, a job if its team's rule says so, a service never. */
    public boolean isStoppedWhenIdle(Shares shares) {
        return switch (spec().kind()) {
            case WORKSPACE -> true;
            case JOB -> shares.idle(team()).stopsJobs();
            case SERVICE -> false;
        };
    }

    /** Its total run time; empty if it was cancelled or was only a pilot. */
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
