package slipway.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.spec.workload.WorkloadSpec;

/**
 * A workload as the room keeps it.
 *
 * @param frozen what was asked
 * @param needs those of the workloads it needs that have not succeeded yet
 * @param excluded nodes it is kept away from, because it failed there for their sake
 */
public record Workload(
        WorkloadId id,
        Title title,
        Frozen frozen,
        State state,
        Trail trail,
        Optional<Member> member,
        List<WorkloadId> needs,
        Set<String> excluded) {

    public Workload {
        needs = List.copyOf(needs);
        excluded = Set.copyOf(excluded);
    }

    /**
     * @param owner who submitted it
     */
    public record Title(String name, TeamId team, String owner, Instant submitted) {}

    /** One of an array, which is named by its first member. */
    public record Member(WorkloadId array, int index) {}

    /**
     * What became of its attempts so far.
     *
     * @param attempts so many were begun; the newest one's number
     * @param failures so many failed by themselves
     * @param preempted so many had to give way
     * @param done the work that checkpoints keep
     * @param metered its usage of the present attempt is written down up to here
     * @param rank its place among its team's own as somebody set it; 0 if nobody did
     */
    public record Trail(
            int attempts,
            int failures,
            int preempted,
            Duration done,
            Optional<Instant> metered,
            long rank) {

        static final Trail NONE = new Trail(0, 0, 0, Duration.ZERO, Optional.empty(), 0);

        /** What it gets it holds from now on, and pays for. */
        Trail begun(Instant now) {
            return new Trail(attempts + 1, failures, preempted, done, Optional.of(now), rank);
        }

        Trail failed() {
            return new Trail(attempts, failures + 1, preempted, done, metered, rank);
        }

        Trail gaveWay() {
            return new Trail(attempts, failures, preempted + 1, done, metered, rank);
        }

        Trail kept(Duration work) {
            return new Trail(attempts, failures, preempted, work, metered, rank);
        }

        Trail metered(Instant upTo) {
            return new Trail(attempts, failures, preempted, done, Optional.of(upTo), rank);
        }

        Trail ranked(long other) {
            return new Trail(attempts, failures, preempted, done, metered, other);
        }
    }

    /** A spec that never changes again, with its text, which is written with every change of the workload. */
    public record Frozen(WorkloadSpec spec, String json) {

        public static Frozen of(WorkloadSpec spec) {
            return new Frozen(spec, spec.json());
        }

        static Frozen of(String json, WorkloadId of) {
            return new Frozen(WorkloadSpec.ofJson(json, "the spec of " + of), json);
        }
    }

    public WorkloadSpec spec() {
        return frozen.spec();
    }

    /** The newest attempt; there is one once it was placed. */
    public AttemptId attempt() {
        return new AttemptId(id, trail.attempts());
    }

    public TeamId team() {
        return title.team();
    }

    public String name() {
        return title.name();
    }

    boolean waits() {
        return state instanceof State.Queued;
    }

    /** Whether its newest attempt is, or may be, on an engine. */
    boolean occupies() {
        return state.place().isPresent();
    }

    Workload becomes(State other) {
        return new Workload(id, title, frozen, other, trail, member, needs, excluded);
    }

    Workload with(Trail other) {
        return new Workload(id, title, frozen, state, other, member, needs, excluded);
    }

    Workload needing(List<WorkloadId> others) {
        return new Workload(id, title, frozen, state, trail, member, others, excluded);
    }

    Workload excluding(Set<String> nodes) {
        return new Workload(id, title, frozen, state, trail, member, needs, nodes);
    }
}
