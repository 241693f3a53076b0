package slipway.run.lifecycle;

import java.time.Instant;

/** That a node gets nothing new, by order of a person. */
public record NodeDrain(String node, String because, String byWhom, Instant since) {}
