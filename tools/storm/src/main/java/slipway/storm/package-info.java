/**
 * The control plane in a storm: real rooms on a real journal, on simulated time, on one thread, while writes fail,
 * tear,
 * lose their answers, take long, or kill the server. One number, the seed, decides everything that happens, so whatever
 * goes wrong goes wrong again.
 *
 * <p>Words: an <em>inhabitant</em> is a room that takes part. A <em>call</em> is one request of a client, however
 * often it
 * is sent. The <em>sky</em> sends faults. The <em>witness</em> sees every event when it becomes durable and forgets
 * none.
 * A <em>ghost</em> is a server that was replaced and does not know it yet.
 *
 * <p>Front door: {@link slipway.storm.Storm}. A room joins by implementing {@link slipway.storm.StormModule}.
 *
 * <p>The one invariant: the same seed gives the same run, to the last step.
 */
@NullMarked
package slipway.storm;

import org.jspecify.annotations.NullMarked;
