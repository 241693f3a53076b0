package slipway.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import slipway.base.InterruptibleTask;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.simulate.trace.TraceJob;

/**
 * A study that was read and can be replayed through the real scheduler.
 *
 * <pre>{@code
 * SimulationResult result = Simulation.of(study, parameters).run(progress);
 * }</pre>
 */
public final class Simulation {

    private static final ProblemCode EMPTY_TRACE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "empty-trace",
                    "No job of a trace is left to be replayed.");

    private final Scenarios scenarios;

    private Simulation(Scenarios scenarios) {
        this.scenarios = scenarios;
    }

    /** Reads the files; all mistakes in them are one {@link Problem}. */
    public static Simulation of(Study study, Study.Parameters parameters) {
        Scenarios scenarios = AdmissionFilter.of(Scenarios.of(study, parameters));
        if (scenarios.jobs().isEmpty()) {
            throw empty(scenarios);
        }
        return new Simulation(scenarios);
    }

    private static Problem empty(Scenarios scenarios) {
        List<String> reasons = new ArrayList<>();
        scenarios
                .dropped()
                .forEach(
                        (why, count) ->
                                reasons.add(Format.count(count) + " " + why.replace('_', ' ')));
        return new Problem(
                EMPTY_TRACE,
                "There is no job to replay.",
                reasons.isEmpty()
                        ? "The trace has none."
                        : "Excluded: " + Format.list(reasons) + ".",
                "Check the file and, if you gave them, --from, --to and --vc.");
    }

    /** The same with more accelerators. */
    public Simulation plus(Study.Addition addition) {
        return new Simulation(scenarios.plus(addition));
    }

    /** The number of jobs. */
    public int jobs() {
        return scenarios.jobs().size();
    }

    /**
     * Replays the scenarios.
     *
     * @param progress receives the number of jobs that have ended since the last call
     */
    public SimulationResult run(LongConsumer progress) {
        Instant origin =
                scenarios.jobs().stream()
                        .map(TraceJob::submitted)
                        .min(Instant::compareTo)
                        .orElseThrow();
        LongConsumer progressListener = IndependentRuns.synchronizedProgress(progress);
        List<SimulationResult> results =
                IndependentRuns.all(
                        scenarios.all().stream()
                                .<InterruptibleTask<SimulationResult>>map(
                                        scenario ->
                                                () ->
                                                        new Replay(
                                                                        scenario,
                                                                        origin,
                                                                        progressListener)
                                                                .run())
                                .toList());
        return ResultBuilder.combine(results).withDropped(scenarios.dropped());
    }
}
