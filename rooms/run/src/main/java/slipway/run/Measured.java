package slipway.run;

import java.time.Duration;
import slipway.base.Bytes;
import slipway.base.Usage;

/**
 * What an attempt took since it was measured last.
 *
 * @param type of its accelerators; {@code cpu} where it has none
 * @param used thousandths of the time in which its accelerators worked, on average
 */
record Measured(String type, int used, Usage.Machine machine) {

    static final Measured NOTHING =
            new Measured(
                    "cpu", 0, new Usage.Machine(Duration.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO));

    Measured {
        if (used < 0 || used > 1_000) {
            throw new IllegalArgumentException("A part is 0 to 1,000 thousandths, not " + used);
        }
    }
}
