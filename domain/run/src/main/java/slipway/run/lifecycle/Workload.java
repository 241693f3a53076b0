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
 * @param frozen what was asked
 * @param needs those of the workloads it needs that have not succeeded yet
 * @param excluded nodes it is kept away from because it failed there for their sake, and what happened
 */
public record Workload(
        WorkloadId id,
        Title title,
        Frozen frozen,
        WorkloadState state,
        Trail trail,
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
    public record Title(String name, TeamId team, String owner, Instant submitted) {}

    /** One of an array, which is named by its first member. */
    public record Member(WorkloadId array, int index) {}

    /**
     * What became of its attempts so far.
     *
     * @param attempts so many were begun; the newest one's number
     * @param failures so many failed by themselves
     * @param preempted so many had to give way
     * @param done the work that checkpoints of earlier attempts keep
     * @param rank its place among its team's own as somebody set it; 0 if nobody did
     * @param latest what is known of the newest attempt; nothing before the first, and while it waits for another
     * @param held what it has held as far as that is written down
     */
    public record Trail(
            int attempts,
            int failures,
            int preempted,
            Duration done,
            long rank,
            Optional<Latest> latest,
            HeldTime held) {

        static final Trail NONE =
                new Trail(0, 0, 0, Duration.ZERO, 0, Optional.empty(), HeldTime.NOTHING);

        /** What it gets it holds from now on, and pays for. */
        public Trail begun(Instant now) {
            return new Trail(
                    attempts + 1,
                    failures,
                    preempted,
                    done,
                    rank,
                    Optional.of(Latest.at(now)),
                    held);
        }

        Trail failed() {
            return new Trail(attempts, failures + 1, preempted, done, rank, latest, held);
        }

        Trail gaveWay() {
            return new Trail(attempts, failures, preempted + 1, done, rank, latest, held);
        }

        /** The newest attempt is over; the next one goes on from what it saved. */
        Trail kept() {
            Duration more = latest.map(Latest::kept).orElse(Duration.ZERO);
            return new Trail(
                    attempts, failures, preempted, done.plus(more), rank, Optional.empty(), held);
        }

        Trail with(Latest other) {
            return new Trail(attempts, failures, preempted, done, rank, Optional.of(other), held);
        }

        Trail holding(String type, GpuTime time) {
            return new Trail(
                    attempts, failures, preempted, done, rank, latest, held.plus(type, time));
        }

        Trail ranked(long other) {
            return new Trail(attempts, failures, preempted, done, other, latest, held);
        }
    }

    /**
     * The newest attempt.
     *
     * @param begun since then it holds its place
     * @param saved when its newest verified checkpoint was made
     * @param metered what of its usage is written down
     * @param warned what its owner was warned of
     */
    public record Latest(Instant begun, Optional<Instant> saved, Metered metered, Warned warned) {

        static Latest at(Instant now) {
            return new Latest(now, Optional.empty(), Metered.from(now), Warned.OF_NOTHING);
        }

        Latest saved(Instant at) {
            boolean newer = saved.filter(before -> !before.isBefore(at)).isEmpty();
            return newer ? new Latest(begun, Optional.of(at), metered, warned) : this;
        }

        Latest metered(Metered other) {
            return new Latest(begun, saved, other, warned);
        }

        Latest warned(Warned other) {
            return new Latest(begun, saved, metered, other);
        }

        private Duration kept() {
            return saved.filter(begun::isBefore)
                    .map(at -> Duration.between(begun, at))
                    .orElse(Duration.ZERO);
        }
    }

    /**
     * What the owner of an attempt was warned of. It is kept so that the next server does not warn again.
     *
     * @param hung the step at which it got stuck last
     * @param idle since when it holds accelerators without using them, or of a workspace is not used, as long as so
     * @param kept somebody asked that it be kept until then, used or not
     */
    public record Warned(Optional<Long> hung, Optional<Instant> idle, Optional<Instant> kept) {

        public static final Warned OF_NOTHING =
                new Warned(Optional.empty(), Optional.empty(), Optional.empty());

        Warned hung(long step) {
            return new Warned(Optional.of(step), idle, kept);
        }

        Warned idle(Optional<Instant> since) {
            return new Warned(hung, since, kept);
        }

        Warned kept(Instant until) {
            return new Warned(hung, idle, Optional.of(until));
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
    public static final class Frozen {

        private final String json;
        private final Supplier<WorkloadSpec> reading;
        private volatile @Nullable WorkloadSpec spec;

        private Frozen(String json, Supplier<WorkloadSpec> reading) {
            this.json = json;
            this.reading = reading;
        }

        /** What nobody writes down needs no text. */
        Frozen(WorkloadSpec spec, String json) {
            this(json, () -> spec);
        }

        public static Frozen of(WorkloadSpec spec) {
            return new Frozen(spec, spec.json());
        }

        static Frozen of(String json, WorkloadId of) {
            return new Frozen(json, () -> WorkloadSpec.readStored(json, "the spec of " + of));
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
            return other instanceof Frozen that && json.equals(that.json);
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
        return frozen.spec();
    }

    /** The newest attempt; there is one once it was placed. */
    public AttemptId attempt() {
        return new AttemptId(id, trail.attempts());
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
    public Optional<Duration> worked() {
        boolean whole =
                state instanceof WorkloadState.Ended(var outcome, _, _, _)
                        && outcome != WorkloadState.Outcome.CANCELLED
                        && spec().pilot().isEmpty();
        return trail.latest()
                .filter(_ -> whole)
                .map(latest -> Duration.between(latest.begun(), state.since()))
                .map(trail.done()::plus);
    }

    public TeamId team() {
        return title.team();
    }

    public String name() {
        return title.name();
    }

    public boolean waits() {
        return state instanceof WorkloadState.Queued;
    }

    /** Whether its newest attempt is, or may be, on an engine. */
    public boolean occupies() {
        return state.place().isPresent();
    }

    boolean isOf(WorkloadId array) {
        return member.filter(one -> one.array().equals(array)).isPresent();
    }

    public Workload becomes(WorkloadState other) {
        return new Workload(id, title, frozen, other, trail, member, needs, excluded);
    }

    public Workload with(Trail other) {
        return new Workload(id, title, frozen, state, other, member, needs, excluded);
    }

    Workload with(Latest other) {
        return with(trail.with(other));
    }

    Workload needing(List<WorkloadId> others) {
        return new Workload(id, title, frozen, state, trail, member, others, excluded);
    }

    Workload excluding(Map<String, String> nodes) {
        return new Workload(id, title, frozen, state, trail, member, needs, nodes);
    }
}
