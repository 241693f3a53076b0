package slipway.plan.serving;

import slipway.plan.gp.ResidualCorrection;

/** One correction for each latency target. */
record LatencyCorrections(
        ResidualCorrection ttft, ResidualCorrection tpot, ResidualCorrection endToEnd) {}
