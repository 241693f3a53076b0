package slipway.run.checkpoint;

import java.time.Instant;
import slipway.base.Bytes;

/**
 * An entry of a job's checkpoint directories.
 *
 * @param attempt the number of the attempt that made it
 * @param made when its newest file was written
 * @param verified whether another attempt could resume from it
 */
public record SavedCheckpoint(
        int attempt, String name, Bytes bytes, Instant made, boolean verified) {}
