package slipway.journal;

import java.time.Duration;

/**
 * How long things are kept.
 *
 * @param facts after this the bodies of facts are dropped; what happened, when, by whom and the proof stay
 * @param ticks after this ticks are dropped, once every reader has taken them
 * @param answers how long a request may be sent again under its key
 */
public record RetentionPolicy(Duration facts, Duration ticks, Duration answers) {}
