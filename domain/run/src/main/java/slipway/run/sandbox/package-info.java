/**
 * The sandbox around a job: bubblewrap, the same way on the server's own machine and on the nodes of a cluster.
 *
 * <p>Words: what is <em>hidden</em> is not there for any job, such as the server's keys and the attempts of others;
 * what is <em>inside</em> is what one job gets in spite of that; the <em>tier</em> is how well a machine keeps jobs
 * apart.
 *
 * <p>Front door: {@link slipway.run.sandbox.SandboxPolicy}. It gives lines of shell and not the words of a command,
 * because
 * the machine on which a job starts is not always the one that writes them: what exists there is decided there. Only
 * the cradle of the server's own machine gets words, the same ones.
 *
 * <p>Invariant: the lines end by becoming bubblewrap or fail; none of them runs the job without it.
 */
@NullMarked
package slipway.run.sandbox;

import org.jspecify.annotations.NullMarked;
