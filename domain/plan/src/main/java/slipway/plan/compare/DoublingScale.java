package slipway.plan.compare;

import java.util.List;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;

/**
 * A logarithmic scale from 0 to 10: each doubling counts the same, since the step from one region to two matters more
 * than that from twenty to twenty-one.
 *
 * @param worst the figure that scores 0
 * @param best the figure that scores 10, as does all beyond it
 */
record DoublingScale(double worst, double best) {

    static final double MAX_SCORE = 10;

    double score(double figure) {
        double share = Math.log(figure / worst) / Math.log(best / worst);
        return MAX_SCORE * Math.clamp(share, 0, 1);
    }

    /** The score of a known figure. */
    Estimate<Double> known(double figure, Ground ground) {
        return Estimate.certain(score(figure), ground);
    }

    /** The score of an unknown figure: the middle, with the whole scale as interval. */
    static Estimate<Double> unknown(String sentence) {
        return atLeast(0, sentence);
    }

    /** A score with an unknown upper end. */
    static Estimate<Double> atLeast(double score, String sentence) {
        return new Estimate<>(
                (score + MAX_SCORE) / 2,
                score,
                MAX_SCORE,
                List.of(new Ground(Source.ASSUMED, sentence)));
    }
}
