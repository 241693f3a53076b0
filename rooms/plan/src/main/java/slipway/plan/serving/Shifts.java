package slipway.plan.serving;

/** One for each target. */
record Shifts(Shift first, Shift each, Shift whole) {}
