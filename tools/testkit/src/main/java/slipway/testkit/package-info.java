/**
 * What tests are written with, in every room. Never shipped.
 *
 * <p>Words: a <em>generator</em> draws values from <em>choices</em>; a <em>property</em> holds for all of them; a
 * value that breaks it is <em>shrunk</em> until it is small enough to read; a <em>seed</em> brings it back.
 *
 * <p>Front doors: {@link slipway.testkit.Property} with {@link slipway.testkit.Generator},
 * {@link slipway.testkit.MovingClock} for time that is moved and never slept, {@link slipway.testkit.Golden} for text
 * that people read, {@link slipway.testkit.Needs} for what a machine may lack, {@link
 * slipway.testkit.UnprivilegedProcess} for
 * permissions.
 *
 * <p>Its invariant: the same seed draws the same values on every machine.
 */
@NullMarked
package slipway.testkit;

import org.jspecify.annotations.NullMarked;
