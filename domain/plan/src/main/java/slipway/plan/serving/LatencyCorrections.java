package slipway.plan.serving;

import slipway.plan.gp.ResidualCorrection;

/** One for each target. */
record LatencyCorrections(
        ResidualCorrection first, ResidualCorrection each, ResidualCorrection whole) {}
