package slipway.simulate.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;

/**
 * One job of a trace. How long it really takes is for the simulator alone: the scheduler sees what it would see live.
 */
public record TraceJob(
        Labels labels,
        TeamId team,
        ResourceRequest request,
        Attributes attributes,
        Recorded recorded) {

    public Instant submitted() {
        return recorded.submitted;
    }

    public Duration duration() {
        return recorded.duration;
    }

    /** Thousandths of accelerators in all. */
    public int totalThousandths() {
        return request.totalThousandths();
    }

    /**
     * By what history knows it again. What the trace does not say is empty.
     *
     * @param queue where it was put: a virtual cluster, a partition
     */
    public record Labels(String name, String user, String queue) {

        public static final Labels NONE = new Labels("", "", "");

        static Labels of(String queue) {
            return new Labels("", "", queue);
        }
    }

    /**
     * @param duration on the nodes it asks for, undisturbed
     * @param limit what it asked for at most, which the scheduler may know
     * @param deadline when it was to be ready
     * @param start when it really began, which tells how large the cluster was
     */
    public record Recorded(
            Instant submitted,
            Duration duration,
            Optional<Duration> limit,
            Optional<Instant> deadline,
            Optional<Instant> start) {

        static Recorded of(Instant submitted, Duration takes) {
            return new Recorded(
                    submitted, takes, Optional.empty(), Optional.empty(), Optional.empty());
        }

        Recorded withLimit(Optional<Duration> other) {
            return new Recorded(submitted, duration, other, deadline, start);
        }

        Recorded withStart(Optional<Instant> other) {
            return new Recorded(submitted, duration, limit, deadline, other);
        }

        Instant actualStart() {
            return start.orElse(submitted);
        }

        Recorded deadline(Optional<Instant> other) {
            return new Recorded(submitted, duration, limit, other, start);
        }
    }
}
