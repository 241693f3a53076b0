package slipway.plan.training;

/**
 * One way to train a task at a site, and how long a step takes by the physical model.
 */
public record SetUp(Configuration configuration, double seconds) {}
