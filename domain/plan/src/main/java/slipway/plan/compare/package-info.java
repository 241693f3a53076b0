/**
 * Providers beside each other: what each is worth for accelerators of one type, scored by what the catalog knows.
 *
 * <p>Words: a <em>criterion</em> is one thing that matters, with a <em>weight</em>; its <em>score</em> is from 0 to 10
 * on a scale whose ends are written down; a <em>figure</em> is a fact that a score rests on, from the catalog or
 * measured.
 *
 * <p>Front door: {@link slipway.plan.compare.ProviderComparator}.
 *
 * <p>Invariant: what is not known is not nothing: its score is the middle of the scale, and its interval all of it.
 */
@NullMarked
package slipway.plan.compare;

import org.jspecify.annotations.NullMarked;
