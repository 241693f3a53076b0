/**
 * What a model takes to train, to tune and to serve, before anybody has run it: accelerators, set-up, time, memory,
 * checkpoints, failures and money, each with an interval and with what it rests on. The model is described in
 * docs/planning-model.md; its tables come with the program.
 *
 * <p>Words: a <em>wish</em> is what somebody wants, in their own words; read and checked it is an <em>aim</em>; a
 * <em>way</em> reaches it: so many accelerators of an offer in one set-up; the <em>chosen</em> one stands first,
 * others <em>beside</em> it. An <em>expectation</em> is the same for accelerators that a job already asks for. What
 * the parts say is in {@link slipway.plan.training}, {@link slipway.plan.serving}, {@link slipway.plan.reliability},
 * {@link slipway.plan.money}, {@link slipway.plan.single} and {@link slipway.plan.measured}. What comes before a run
 * is in {@link slipway.plan.capacity} and {@link slipway.plan.compare}, and {@link slipway.plan.guide} leads through
 * all of it.
 *
 * <p>Front door: {@link slipway.plan.Planner}.
 *
 * <p>Invariant: an estimate follows from what is asked alone, never from anything that was measured of it.
 */
@NullMarked
package slipway.plan;

import org.jspecify.annotations.NullMarked;
