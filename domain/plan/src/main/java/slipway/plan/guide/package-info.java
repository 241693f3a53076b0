/**
 * Guides somebody who plans for the first time: a few answers in, everything that has to be decided out, with numbers.
 *
 * <p>Words: SCALE is the order of the questions: <em>scale</em>, <em>compute</em>, <em>accelerator interconnect</em>,
 * <em>latency and locality</em>, <em>economics</em>. DEPLOY is the order of what to do: <em>define</em>,
 * <em>estimate</em>, <em>pick</em>, <em>load-test</em>, <em>observe</em>, <em>yield</em>.
 *
 * <p>Front door: {@link slipway.plan.guide.Guide}.
 *
 * <p>Invariant: it reckons nothing itself; every number is one that another command gives, and that command stands
 * beside it.
 */
@NullMarked
package slipway.plan.guide;

import org.jspecify.annotations.NullMarked;
