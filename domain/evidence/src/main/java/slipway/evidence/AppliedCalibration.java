package slipway.evidence;

import java.time.Instant;
import java.util.Optional;

/**
 * A calibration of estimates, as it was applied.
 *
 * @param says a sentence about what it changes
 * @param body the calibration in JSON; opaque here
 * @param undone when it was undone; empty while it is in force or superseded
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
