package slipway.schedule.history;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.RuntimeEstimate.Source;
import slipway.schedule.snapshot.SchedulableWorkload.Kind;

/**
 * The sources of a runtime estimate. The first that exists is used: plan, pilot, history, the workload's own limit. A
 * limit also cuts off the others, because it ends the run; an estimate never does.
 *
 * @param plan the estimate of the attached plan
 * @param pilot the measurement of a short trial
 * @param history the estimate of {@link RuntimeHistory#estimate}
 * @param limit the requested {@code max_duration}, only an upper end
 */
public record RuntimeSources(
        Optional<Estimate<Duration>> plan,
        Optional<Estimate<Duration>> pilot,
        Optional<RuntimeEstimate> history,
        Optional<Duration> limit) {

    public static final RuntimeSources NONE =
            new RuntimeSources(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public RuntimeSources withPlan(Estimate<Duration> expected) {
        return new RuntimeSources(Optional.of(expected), pilot, history, limit);
    }

    public RuntimeSources withPilot(Estimate<Duration> measured) {
        return new RuntimeSources(plan, Optional.of(measured), history, limit);
    }

    public RuntimeSources withHistory(Optional<RuntimeEstimate> span) {
        return new RuntimeSources(plan, pilot, span, limit);
    }

    public RuntimeSources withLimit(Duration most) {
        return new RuntimeSources(plan, pilot, history, Optional.of(most));
    }

    /**
     * The runtime estimate.
     *
     * @param longest the maximum where nothing is known: the partition's, else the policy's
     */
    public RuntimeEstimate estimate(Kind kind, Duration longest) {
        return switch (kind) {
            case SERVICE, WORKSPACE -> RuntimeEstimate.ENDLESS;
            case JOB ->
                    plan.map(expected -> estimate(expected, Source.PLAN))
                            .or(() -> pilot.map(measured -> estimate(measured, Source.PILOT)))
                            .or(() -> history)
                            .map(this::withinLimit)
                            .or(() -> limit.map(RuntimeSources::fromLimit))
                            .orElseGet(() -> RuntimeEstimate.unknown(longest));
        };
    }

    private static RuntimeEstimate estimate(Estimate<Duration> estimate, Source source) {
        return RuntimeEstimate.of(estimate.low(), estimate.value(), estimate.high(), source);
    }

    private RuntimeEstimate withinLimit(RuntimeEstimate runtimeEstimate) {
        return limit.filter(most -> most.compareTo(runtimeEstimate.high()) < 0)
                .map(
                        most ->
                                RuntimeEstimate.of(
                                        shorter(runtimeEstimate.low(), most),
                                        shorter(runtimeEstimate.middle(), most),
                                        most,
                                        runtimeEstimate.source()))
                .orElse(runtimeEstimate);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static RuntimeEstimate fromLimit(Duration most) {
        return RuntimeEstimate.of(Duration.ZERO, most.dividedBy(2), most, Source.LIMIT);
    }
}
