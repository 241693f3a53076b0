/**
 * Extrapolates a full run from the first steps of the real script, the pilot.
 *
 * <p>Terms: a <em>pilot</em> is the real script, run for a few dozen steps; its <em>trace</em> is what was observed,
 * step by step; its <em>result</em> is the time to start, to do a step, to save and to evaluate. The <em>full run</em>
 * is extrapolated from these, each as often as it happens; another <em>size</em> is the measurement times the ratio
 * that the model predicts.
 *
 * <p>Entry points: {@link slipway.plan.pilot.PilotResult} and {@link slipway.plan.pilot.FullRunEstimate}.
 *
 * <p>The first steps of a run are slower: kernels are chosen, caches are cold, graphs are compiled. Their number is not
 * known beforehand. So steps are grouped, and those before the first three successive groups whose medians agree within
 * 5 % are dropped. Of the rest the mean counts, not the median, since a full run pays for its slow steps too.
 *
 * <p>Invariant: everything follows from the trace and the goal. An activity that was not observed is not guessed: the
 * estimate excludes it and says so.
 */
@NullMarked
package slipway.plan.pilot;

import org.jspecify.annotations.NullMarked;
