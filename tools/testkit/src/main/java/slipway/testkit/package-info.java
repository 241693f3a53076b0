/**
 * The test library of every module. Never shipped.
 *
 * <p>Terms: a <em>generator</em> draws values from <em>choices</em>; a <em>property</em> holds for all of them; a
 * value that breaks it is <em>shrunk</em> until it is small enough to read; a <em>seed</em> brings it back.
 *
 * <p>Entry points: {@link slipway.testkit.Property} with {@link slipway.testkit.Generator}, {@link
 * slipway.testkit.MovingClock} for time that is moved and never slept, {@link slipway.testkit.Golden} for text that
 * people read, {@link slipway.testkit.Needs} for components that a machine may lack, {@link
 * slipway.testkit.UnprivilegedProcess} for permissions.
 *
 * <p>Invariant: the same seed draws the same values on every machine.
 */
@NullMarked
package slipway.testkit;

import org.jspecify.annotations.NullMarked;
