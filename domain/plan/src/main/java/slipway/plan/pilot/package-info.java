/**
 * What the first steps of a run tell of the whole of it.
 *
 * <p>Words: a <em>pilot</em> is the real script, run for some dozen steps; <em>watched</em> is what was seen of it,
 * step by step; <em>piloted</em> is what follows of how long it takes to begin, to do a step, to save and to evaluate;
 * the <em>whole</em> run is reckoned from these, each as often as it happens; another <em>size</em> is what was
 * measured times the ratio that the model expects between the two.
 *
 * <p>Front doors: {@link slipway.plan.pilot.PilotResult} and {@link slipway.plan.pilot.FullRunEstimate}.
 *
 * <p>The first steps of a run are slower than the others: kernels are chosen, caches are cold, graphs are compiled. How
 * many of them are, nobody can say beforehand. So steps are taken in groups, and those before the first three
 * successive groups whose medians agree within five of a hundred are dropped. Of what is left the mean counts, not the
 * median, since a whole run pays for its slow steps too.
 *
 * <p>Invariant: everything follows from what was watched and asked. What was not seen is not guessed: it is left out,
 * and said to be.
 */
@NullMarked
package slipway.plan.pilot;

import org.jspecify.annotations.NullMarked;
