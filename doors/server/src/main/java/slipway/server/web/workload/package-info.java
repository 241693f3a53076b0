/**
 * One workload: its story in sentences, its log as it grows, its attempts, what it takes, where it runs, and its spec.
 *
 * <p>Words: those of {@link slipway.run}; the <em>story</em> is what the journal tells of it, the oldest first; the
 * <em>tail</em> is the end of a log that a page begins with.
 *
 * <p>Front door: {@link slipway.server.web.workload.WorkloadPages}.
 *
 * <p>Invariant: whoever may not see a workload's team is told the same as if the workload were not there.
 */
@NullMarked
package slipway.server.web.workload;

import org.jspecify.annotations.NullMarked;
