package slipway.journal;

import java.time.Duration;

/**
 * How long events and answers are kept.
 *
 * @param facts age at which the bodies of facts are dropped; kind, time, actor and proof stay
 * @param ticks age at which ticks are dropped, once every reader has applied them
 * @param answers how long a request may be repeated under its idempotency key
 */
public record RetentionPolicy(Duration facts, Duration ticks, Duration answers) {}
