package slipway.plan.training;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;
import slipway.base.Bytes;

/**
 * The network rate between machines that a step needs, for each accelerator and in one direction.
 *
 * @param required bytes per second at which the step takes at most 5 % longer than with an unlimited network; zero
 *     where all traffic stays on the scale-up link
 * @param assumed the rate that the estimate assumes
 * @param waitingShare the share of the step that an unlimited network would save
 */
public record NetworkDemand(Bytes required, Bytes assumed, double waitingShare) {

    private static final double GIGA = 1e9;
    private static final double ACCEPTED_SLOWDOWN = 1.05;

    /** Powers of ten of gigabytes per second: one byte, and more than any network has. */
    private static final double SLOWEST = -9;

    private static final double UNLIMITED = 9;

    /** Whether traffic leaves the scale-up link. */
    public boolean isNeeded() {
        return required.count() > 0;
    }

    public boolean suffices() {
        return assumed.compareTo(required) >= 0;
    }

    /**
     * @param seconds seconds of one step of a configuration
     */
    static NetworkDemand of(
            TrainingConfiguration it, ToDoubleFunction<TrainingConfiguration> seconds) {
        var assumed = new Bytes(Math.round(it.rates().links().scaleOut() * GIGA));
        double unlimited = seconds.applyAsDouble(withScaleOut(it, UNLIMITED));
        double most = unlimited * ACCEPTED_SLOWDOWN;
        if (!(seconds.applyAsDouble(withScaleOut(it, SLOWEST)) > most)) {
            return new NetworkDemand(Bytes.ZERO, assumed, 0);
        }
        double low = SLOWEST;
        double high = UNLIMITED;
        while (high - low > 1e-3) {
            double middle = (low + high) / 2;
            boolean enough = seconds.applyAsDouble(withScaleOut(it, middle)) <= most;
            high = enough ? middle : high;
            low = enough ? low : middle;
        }
        var exact = BigDecimal.valueOf(Math.pow(10, high) * GIGA);
        var required = new Bytes(exact.round(new MathContext(2, RoundingMode.CEILING)).longValue());
        return new NetworkDemand(required, assumed, 1 - unlimited / seconds.applyAsDouble(it));
    }

    private static TrainingConfiguration withScaleOut(TrainingConfiguration it, double power) {
        return new TrainingConfiguration(
                it.shape(),
                it.rates().withScaleOut(Math.pow(10, power)),
                it.method(),
                it.layout(),
                it.batch(),
                it.release(),
                it.assumed());
    }
}
