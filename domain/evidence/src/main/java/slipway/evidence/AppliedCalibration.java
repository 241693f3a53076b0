package slipway.evidence;

import java.time.Instant;
import java.util.Optional;

/**
 * A correction of estimates.
 *
 * @param says what it changes, in a sentence
 * @param body JSON, which this room does not look into
 * @param undone since when it is no longer in force
 */
public record AppliedCalibration(
        long number,
        Instant at,
        String byWhom,
        String says,
        String body,
        Optional<Instant> undone,
        Optional<String> undoneBy) {

    AppliedCalibration undone(Instant now, String by) {
        return new AppliedCalibration(
                number, at, byWhom, says, body, Optional.of(now), Optional.of(by));
    }
}
