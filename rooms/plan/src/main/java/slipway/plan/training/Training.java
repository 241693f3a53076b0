package slipway.plan.training;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Say;
import slipway.plan.table.Bundled;
import slipway.plan.table.Coefficients;

/** How fast a configuration trains: the physical model, corrected by neighbours, with their interval. */
public final class Training {

    private final Coefficients coefficients = Bundled.coefficients("coefficients.tsv");
    private final Kernels kernels = new Kernels();
    private final Neighbours neighbours = new Neighbours();

    /** By the physical model alone, in tokens a second for each accelerator. */
    public double computed(Configuration configuration) {
        return configuration.tokensOfStep() / StepTime.of(coefficients, kernels, configuration);
    }

    public Estimate<TokenRate> rate(Configuration configuration) {
        Correction correction = neighbours.of(configuration);
        double value = computed(configuration) * Math.exp(correction.shift());
        double width = neighbours.width(configuration.manner().family());
        double span = Math.exp(width * correction.deviation());
        return new Estimate<>(
                new TokenRate(value),
                new TokenRate(value / span),
                new TokenRate(value * span),
                List.of(ground(correction)));
    }

    /** Whether the model was fitted to this very measurement. */
    public boolean knows(Configuration configuration, double measured) {
        return neighbours.holds(configuration, Math.log(measured / computed(configuration)));
    }

    private static Ground ground(Correction correction) {
        return correction.isExtrapolated()
                ? new Ground(Source.COMPUTED, "extrapolated")
                : new Ground(
                        Source.MEASURED, Say.count(correction.neighbours(), "measured neighbour"));
    }
}
