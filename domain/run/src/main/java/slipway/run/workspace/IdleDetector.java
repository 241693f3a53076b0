package slipway.run.workspace;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When the owner of what nobody uses is warned, and when it is stopped. Pure: a picture in, a verdict out. */
public final class IdleDetector {

    private IdleDetector() {}

    /**
     * @param used when it was last used
     * @param terms how long it may go unused
     * @param keptUntil its owner asked that it be kept until then
     * @param warned when the owner was warned, if that still holds
     */
    public record Picture(
            Instant now,
            Instant used,
            Terms terms,
            Optional<Instant> keptUntil,
            Optional<Instant> warned) {}

    /**
     * How long something may go unused.
     *
     * @param idle after so long it is stopped
     * @param warning so long before its owner is warned
     */
    public record Terms(Duration idle, Duration warning) {

        private static final Duration OF_WORKSPACES = Duration.ofMinutes(10);
        private static final Duration OF_JOBS = Duration.ofMinutes(30);

        public static Terms ofWorkspace(Duration idle) {
            return new Terms(idle, OF_WORKSPACES);
        }

        /** Its owner may be asleep, and does not sit before it. */
        public static Terms ofJob(Duration warnedAfter) {
            return new Terms(warnedAfter.plus(OF_JOBS), OF_JOBS);
        }
    }

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
        Duration warning = picture.terms().warning();
        Instant unused = picture.used().plus(picture.terms().idle());
        Instant due = later(unused, picture.keptUntil().orElse(unused));
        if (picture.now().isBefore(due.minus(warning))) {
            return new Verdict(picture.warned().isPresent() ? Step.TAKE_BACK : Step.NOTHING, due);
        }
        Instant stops = later(due, picture.warned().orElse(picture.now()).plus(warning));
        if (picture.warned().isEmpty()) {
            return new Verdict(Step.WARN, stops);
        }
        return new Verdict(picture.now().isBefore(stops) ? Step.NOTHING : Step.STOP, stops);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
