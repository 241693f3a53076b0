package slipway.plan.training;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.ToDoubleFunction;
import slipway.base.Bytes;

/**
 * What a step needs of the network between machines, for each accelerator and in one direction.
 *
 * @param needed bytes a second with which the step is at most a twentieth longer than with an endless network; nothing
 *     where all of it goes over the fast link
 * @param there what was reckoned with
 * @param waiting the share of the step that an endless network would save
 */
public record NetworkDemand(Bytes needed, Bytes there, double waiting) {

    private static final double GIGA = 1e9;
    private static final double WORTH = 1.05;

    /** Logarithms of gigabytes a second: a byte, and more than any network has. */
    private static final double SLOWEST = -9;

    private static final double ENDLESS = 9;

    /** Whether anything leaves the fast link. */
    public boolean isUsed() {
        return needed.count() > 0;
    }

    public boolean suffices() {
        return there.compareTo(needed) >= 0;
    }

    /**
     * @param seconds of a step
     */
    static NetworkDemand of(
            TrainingConfiguration it, ToDoubleFunction<TrainingConfiguration> seconds) {
        var there = new Bytes(Math.round(it.rates().out() * GIGA));
        double endless = seconds.applyAsDouble(reaching(it, ENDLESS));
        double most = endless * WORTH;
        if (!(seconds.applyAsDouble(reaching(it, SLOWEST)) > most)) {
            return new NetworkDemand(Bytes.ZERO, there, 0);
        }
        double low = SLOWEST;
        double high = ENDLESS;
        while (high - low > 1e-3) {
            double middle = (low + high) / 2;
            boolean enough = seconds.applyAsDouble(reaching(it, middle)) <= most;
            high = enough ? middle : high;
            low = enough ? low : middle;
        }
        var exact = BigDecimal.valueOf(Math.pow(10, high) * GIGA);
        var needed = new Bytes(exact.round(new MathContext(2, RoundingMode.CEILING)).longValue());
        return new NetworkDemand(needed, there, 1 - endless / seconds.applyAsDouble(it));
    }

    private static TrainingConfiguration reaching(TrainingConfiguration it, double power) {
        return new TrainingConfiguration(
                it.shape(),
                it.rates().reaching(Math.pow(10, power)),
                it.manner(),
                it.layout(),
                it.batch(),
                it.release(),
                it.assumed());
    }
}
