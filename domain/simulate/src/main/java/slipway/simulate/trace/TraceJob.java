package slipway.simulate.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;

/** One job of a trace. Only the simulator knows its actual runtime: the scheduler sees what it would see live. */
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

    /** Thousandths of accelerators in total. */
    public int totalThousandths() {
        return request.totalThousandths();
    }

    /**
     * The labels by which history recognizes similar jobs; empty if the trace has none.
     *
     * @param queue its virtual cluster or partition
     */
    public record Labels(String name, String user, String queue) {

        static Labels of(String queue) {
            return new Labels("", "", queue);
        }
    }

    /**
     * @param duration the runtime on the requested nodes, without interruption
     * @param limit the requested maximum, which the scheduler may know
     * @param deadline when it had to be finished
     * @param start the recorded start, from which the size of the cluster is derived
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
