/**
 * Guides a user through a first plan: a few answers in, all decisions out, with numbers.
 *
 * <p>Terms: SCALE is the order of the questions: <em>scale</em>, <em>compute</em>, <em>accelerator interconnect</em>,
 * <em>latency and locality</em>, <em>economics</em>. DEPLOY is the order of the actions: <em>define</em>,
 * <em>estimate</em>, <em>pick</em>, <em>load-test</em>, <em>observe</em>, <em>yield</em>.
 *
 * <p>Entry point: {@link slipway.plan.guide.Guide}.
 *
 * <p>Invariant: the guide computes nothing itself; every number comes from another command, which is listed beside it.
 */
@NullMarked
package slipway.plan.guide;

import org.jspecify.annotations.NullMarked;
