package slipway.simulate.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulableWorkload.Manner;

/**
 * One job of a trace. How long it really takes is for the simulator alone: the scheduler sees what it would see live.
 */
public record TraceJob(Mark mark, TeamId team, ResourceRequest ask, Manner manner, Truth truth) {

    public Instant submitted() {
        return truth.submitted;
    }

    public Duration takes() {
        return truth.takes;
    }

    /** Thousandths of accelerators in all. */
    public int whole() {
        return ask.whole();
    }

    /**
     * By what history knows it again. What the trace does not say is empty.
     *
     * @param queue where it was put: a virtual cluster, a partition
     */
    public record Mark(String name, String user, String queue) {

        public static final Mark NONE = new Mark("", "", "");

        static Mark of(String queue) {
            return new Mark("", "", queue);
        }
    }

    /**
     * @param takes on the nodes it asks for, undisturbed
     * @param limit what it asked for at most, which the scheduler may know
     * @param due when it was to be ready
     * @param start when it really began, which tells how large the cluster was
     */
    public record Truth(
            Instant submitted,
            Duration takes,
            Optional<Duration> limit,
            Optional<Instant> due,
            Optional<Instant> start) {

        static Truth of(Instant submitted, Duration takes) {
            return new Truth(
                    submitted, takes, Optional.empty(), Optional.empty(), Optional.empty());
        }

        Truth limited(Optional<Duration> other) {
            return new Truth(submitted, takes, other, due, start);
        }

        Truth started(Optional<Instant> other) {
            return new Truth(submitted, takes, limit, due, other);
        }

        Instant started() {
            return start.orElse(submitted);
        }

        Truth due(Optional<Instant> other) {
            return new Truth(submitted, takes, limit, other, start);
        }
    }
}
