package slipway.plan;

/**
 * A prediction beside what was measured.
 *
 * @param error predicted over measured, less 1
 * @param covered whether the interval holds what was measured
 * @param halfWidth half of the interval over its value
 */
public record Comparison(double error, boolean covered, double halfWidth) {}
