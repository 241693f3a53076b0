/**
 * The control plane in a storm: real modules on a real journal, on simulated time, on one thread, while writes fail,
 * tear, lose their answers, take long, or kill the server. One number, the seed, decides every step, so a failure can
 * be replayed.
 *
 * <p>Terms: a <em>call</em> is one request of a client, however often it is sent. The <em>fault injector</em> makes
 * writes fail. The <em>durable event log</em> records every event when it becomes durable. A <em>stale server</em>
 * was replaced and does not know it yet.
 *
 * <p>Entry point: {@link slipway.storm.Storm}. A module joins by implementing {@link slipway.storm.StormModule}.
 *
 * <p>Invariant: the same seed gives the same run, to the last step.
 */
@NullMarked
package slipway.storm;

import org.jspecify.annotations.NullMarked;
