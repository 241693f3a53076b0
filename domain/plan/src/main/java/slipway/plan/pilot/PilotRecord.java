package slipway.plan.pilot;

import java.util.Optional;
import slipway.base.Fact;

/**
 * The stored result of a pilot: the measurement, where it ran, and why it ended.
 *
 * @param result empty if the pilot was insufficient; then {@code because} and {@code next} say why
 * @param because why it ended, or why it was insufficient
 * @param next the next step of the user; empty after a measurement
 */
public record PilotRecord(
        Optional<PilotResult> result, String because, String next, FullRunGoal.Place place) {

    /** The record of a pilot that ended before an attempt started. */
    public static PilotRecord ofUnstarted(FullRunGoal.Place place, Fact.WorkloadEnded end) {
        return insufficient(place, reason(end), "Submit it again.");
    }

    /**
     * The record of a pilot that has ended.
     *
     * @param lastOutput a sentence with the last lines of its output
     */
    public static PilotRecord of(
            PilotTrace pilotTrace,
            FullRunGoal.Place place,
            Fact.WorkloadEnded end,
            String lastOutput) {
        return switch (PilotResult.of(pilotTrace)) {
            case PilotResult.Measured(var result) ->
                    new PilotRecord(Optional.of(result), end.because(), "", place);
            case PilotResult.Insufficient(var reason, var next) ->
                    end.outcome().equals("succeeded")
                            ? insufficient(place, reason, next)
                            : insufficient(
                                    place,
                                    reason(end) + " " + lastOutput,
                                    "Correct the error, then run the pilot again. The whole output: slipway logs "
                                            + end.workload());
        };
    }

    private static PilotRecord insufficient(FullRunGoal.Place place, String because, String next) {
        return new PilotRecord(Optional.empty(), because, next, place);
    }

    private static String reason(Fact.WorkloadEnded end) {
        if (!end.because().isBlank()) {
            return end.because();
        }
        return end.outcome().equals("cancelled")
                ? "It was cancelled."
                : "It %s.".formatted(end.outcome());
    }

    /** Reads the stored form. */
    public static PilotRecord read(String json) {
        return PilotJson.read(json);
    }

    /** The stored form. */
    public String json() {
        return PilotJson.write(this);
    }
}
