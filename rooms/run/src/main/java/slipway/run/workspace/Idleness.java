package slipway.run.workspace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a workspace that nobody uses is warned of, and when it is stopped. Pure: a picture in, a verdict out. */
public final class Idleness {

    /** So long before the stop its owner is warned. */
    public static final Duration WARNING = Duration.ofMinutes(10);

    private Idleness() {}

    /**
     * @param used when it was last used
     * @param idle it may go unused for so long
     * @param keptUntil its owner asked that it be kept until then
     * @param warned when the owner was warned, if that still holds
     */
    public record Picture(
            Instant now,
            Instant used,
            Duration idle,
            Optional<Instant> keptUntil,
            Optional<Instant> warned) {}

    /** What is to be done now. */
    public enum Step {
        NOTHING,
        WARN,
        /** It is used again, or kept: the warning holds no more. */
        TAKE_BACK,
        STOP
    }

    /**
     * @param stops when it is stopped if nobody uses it until then
     */
    public record Verdict(Step step, Instant stops) {}

    public static Verdict of(Picture picture) {
        Instant unused = picture.used().plus(picture.idle());
        Instant due = later(unused, picture.keptUntil().orElse(unused));
        if (picture.now().isBefore(due.minus(WARNING))) {
            return new Verdict(picture.warned().isPresent() ? Step.TAKE_BACK : Step.NOTHING, due);
        }
        Instant stops = later(due, picture.warned().orElse(picture.now()).plus(WARNING));
        if (picture.warned().isEmpty()) {
            return new Verdict(Step.WARN, stops);
        }
        return new Verdict(picture.now().isBefore(stops) ? Step.NOTHING : Step.STOP, stops);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
