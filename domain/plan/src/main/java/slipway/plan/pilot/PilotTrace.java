package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * The observations of a pilot.
 *
 * @param points points in the order of time
 * @param saves when each checkpoint was complete, since the start
 * @param checkpoint size of the largest checkpoint
 */
public record PilotTrace(
        List<Point> points, List<Duration> saves, Optional<Bytes> checkpoint, Peak peak) {

    public PilotTrace {
        points = List.copyOf(points);
        saves = List.copyOf(saves);
    }

    /**
     * The progress at one time.
     *
     * @param at time since its processes started
     * @param total total number of steps, if reported
     * @param phase the phase that began then
     * @param dataWait time spent waiting for data since the start, if reported
     */
    public record Point(
            Duration at,
            long step,
            Optional<Long> total,
            PilotPhase phase,
            Optional<Duration> dataWait) {}

    /**
     * The peak memory that was observed.
     *
     * @param host host memory of all processes together
     * @param accelerator memory of the fullest accelerator
     */
    public record Peak(Optional<Bytes> host, Optional<Bytes> accelerator) {

        public static final Peak UNSEEN = new Peak(Optional.empty(), Optional.empty());
    }
}
