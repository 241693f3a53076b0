/**
 * The sandbox around a job: bubblewrap, with one policy for the server's machine and for the nodes of a cluster.
 *
 * <p>Terms: <em>hidden</em> files are invisible to every job, such as the server's keys and other attempts. The <em>job
 * access</em> lists what one job may use in spite of that. The <em>isolation level</em> says how well a machine
 * isolates jobs.
 *
 * <p>Entry point: {@link slipway.run.sandbox.SandboxPolicy}. It produces shell lines instead of a command, because a
 * job may start on another machine than the one that writes them, and which files exist is decided there. Only the job
 * supervisor on the server's machine gets the same options as arguments.
 *
 * <p>Invariant: the shell lines end by executing bubblewrap, or fail; they never run the job without it.
 */
@NullMarked
package slipway.run.sandbox;

import org.jspecify.annotations.NullMarked;
