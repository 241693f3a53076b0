package slipway.plan.serving;

/** One for each target. */
record LatencyCorrections(
        ResidualCorrection first, ResidualCorrection each, ResidualCorrection whole) {}
