/**
 * Deliveries with retries: what happened is sent to receivers outside of Slipway. Receivers are webhooks, which follow
 * the Standard Webhooks specification.
 *
 * <p>Terms: a <em>webhook</em> is an address with the event types and the team whose events it gets. A
 * <em>delivery</em> is one message for one webhook; it is <em>pending</em> until it is <em>delivered</em> or has
 * <em>failed</em>. An <em>attempt</em> is one HTTP request. The <em>reader</em> turns events of the journal into
 * deliveries, the <em>sender</em> makes the attempts, and the <em>rules</em> decide the state of a delivery and its
 * webhook after an attempt.
 *
 * <p>Entry point: {@link slipway.notify.Webhooks}.
 *
 * <p>Invariant: every event that matches an enabled webhook is sent to it at least once, in order, always under the
 * same message id, whatever other receivers, a crash or a restart do; a webhook that fails to the end of its retry
 * schedule is disabled.
 */
@NullMarked
package slipway.notify;

import org.jspecify.annotations.NullMarked;
