package slipway.plan.compare;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

/**
 * A scale from 0 to 10 in factors: each doubling is worth as much, since the step from one region to two matters more
 * than that from twenty to twenty-one.
 *
 * @param worst what scores nothing
 * @param best what scores ten, and so does all beyond it
 */
record DoublingScale(double worst, double best) {

    static final double TOP = 10;

    double of(double figure) {
        double share = Math.log(figure / worst) / Math.log(best / worst);
        return TOP * Math.clamp(share, 0, 1);
    }

    /** Of something that is known. */
    Estimate<Double> at(double figure, Ground ground) {
        return Estimate.certain(of(figure), ground);
    }

    /** Nothing is known of it. */
    static Estimate<Double> unknown(String sentence) {
        return atLeast(0, sentence);
    }

    /** It scores so much, and perhaps more. */
    static Estimate<Double> atLeast(double score, String sentence) {
        return new Estimate<>(
                (score + TOP) / 2, score, TOP, List.of(new Ground(Source.ASSUMED, sentence)));
    }
}
