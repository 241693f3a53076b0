package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;

/**
 * What was seen of a pilot.
 *
 * @param points in the order of time
 * @param saves when each checkpoint was complete, since the start
 * @param checkpoint how large the largest is
 */
public record PilotTrace(
        List<Point> points, List<Duration> saves, Optional<Bytes> checkpoint, Peak peak) {

    public PilotTrace {
        points = List.copyOf(points);
        saves = List.copyOf(saves);
    }

    /**
     * So far it was then.
     *
     * @param at since its processes began
     * @param total of so many steps, where it says so
     * @param does what it began to do then
     * @param waited how long it has waited for data since its start, where it says so
     */
    public record Point(
            Duration at,
            long step,
            Optional<Long> total,
            PilotPhase does,
            Optional<Duration> waited) {}

    /**
     * The most memory that was seen.
     *
     * @param host of all its processes together
     * @param accelerator of the one that took most
     */
    public record Peak(Optional<Bytes> host, Optional<Bytes> accelerator) {

        public static final Peak UNSEEN = new Peak(Optional.empty(), Optional.empty());
    }
}
