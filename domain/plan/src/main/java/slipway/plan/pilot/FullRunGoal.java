package slipway.plan.pilot;

import java.time.Duration;
import java.util.Optional;
import slipway.base.GpuPrice;

/**
 * The whole run that is to be planned.
 *
 * @param steps in all
 * @param epoch steps of one, where somebody said so
 * @param often how often it saves and evaluates
 * @param place on what
 * @param price of one accelerator for an hour, or of a processor where there is none; empty where nobody set it
 */
public record FullRunGoal(
        long steps, Optional<Long> epoch, Often often, Place place, Optional<GpuPrice> price) {

    public FullRunGoal {
        if (steps < 1) {
            throw new IllegalArgumentException("A run has steps: " + steps);
        }
    }

    /**
     * Where nothing is said, as it was seen to.
     *
     * @param saves once in so many steps
     * @param saving or once in so long
     * @param evaluates once in so many steps
     */
    public record Often(Optional<Long> saves, Optional<Duration> saving, Optional<Long> evaluates) {

        public static final Often AS_SEEN =
                new Often(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * @param type of its accelerators; {@code cpu} where it has none
     * @param thousandths of accelerators, or of processors where there are none, that it holds
     * @param machines it runs on
     * @param spot whether they may be taken away
     */
    public record Place(String type, int thousandths, int machines, boolean spot) {

        public static final String CPU = "cpu";

        public boolean accelerated() {
            return !type.equals(CPU);
        }

        public int accelerators() {
            return Math.max(1, thousandths / 1_000);
        }
    }
}
