/**
 * Gaussian processes over the errors of the physical models. Training and serving share them.
 *
 * <p>Terms: a <em>residual</em> is the logarithm of measured over computed; a <em>kernel</em> is the covariance of two
 * points, a sum of components with fitted parameters; a <em>correction</em> is the expected residual at a new point
 * with half of its 90 % interval. Far from all measurements it is zero and wide: an extrapolation.
 *
 * <p>Entry point: {@link slipway.plan.gp.GaussianProcess}.
 *
 * <p>Invariant: nothing here knows what was measured; points are indexes and covariances.
 */
@NullMarked
package slipway.plan.gp;

import org.jspecify.annotations.NullMarked;
