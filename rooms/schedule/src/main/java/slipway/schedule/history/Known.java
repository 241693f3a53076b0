package slipway.schedule.history;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Span.Source;
import slipway.schedule.picture.Workload.Kind;

/**
 * What is known of how long one workload will run. The first that there is counts: its plan, a pilot, history, its own
 * limit. A limit also cuts off what the others say, because it ends the run; an estimate never does.
 *
 * @param plan what the plan attached to it expects
 * @param pilot what a short trial of it has measured
 * @param history what {@link History#span} says
 * @param limit the {@code max_duration} it asked for: an upper end, and no more than that
 */
public record Known(
        Optional<Estimate<Duration>> plan,
        Optional<Estimate<Duration>> pilot,
        Optional<Span> history,
        Optional<Duration> limit) {

    public static final Known NOTHING =
            new Known(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public Known planned(Estimate<Duration> expected) {
        return new Known(Optional.of(expected), pilot, history, limit);
    }

    public Known piloted(Estimate<Duration> measured) {
        return new Known(plan, Optional.of(measured), history, limit);
    }

    public Known learnt(Optional<Span> span) {
        return new Known(plan, pilot, span, limit);
    }

    public Known limited(Duration most) {
        return new Known(plan, pilot, history, Optional.of(most));
    }

    /**
     * How long it will run.
     *
     * @param longest where nothing is known: the partition's maximum, else the policy's
     */
    public Span span(Kind kind, Duration longest) {
        return switch (kind) {
            case SERVICE, WORKSPACE -> Span.ENDLESS;
            case JOB ->
                    plan.map(expected -> span(expected, Source.PLAN))
                            .or(() -> pilot.map(measured -> span(measured, Source.PILOT)))
                            .or(() -> history)
                            .map(this::withinLimit)
                            .or(() -> limit.map(Known::upTo))
                            .orElseGet(() -> Span.unknown(longest));
        };
    }

    private static Span span(Estimate<Duration> estimate, Source source) {
        return Span.of(estimate.low(), estimate.value(), estimate.high(), source);
    }

    private Span withinLimit(Span runtimeEstimate) {
        return limit.filter(most -> most.compareTo(runtimeEstimate.high()) < 0)
                .map(
                        most ->
                                Span.of(
                                        least(runtimeEstimate.low(), most),
                                        least(runtimeEstimate.middle(), most),
                                        most,
                                        runtimeEstimate.source()))
                .orElse(runtimeEstimate);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Span upTo(Duration most) {
        return Span.of(Duration.ZERO, most.dividedBy(2), most, Source.LIMIT);
    }
}
