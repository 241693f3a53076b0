/**
 * The command line: one word after {@code slipway} for each thing one can do. Everything that concerns a running server
 * goes over the client in wire; commands that work on this machine's data are added by the server's program.
 *
 * <p>Words: a <em>command</em> is a word after {@code slipway}; its <em>words</em> are what follows it.
 *
 * <p>Front door: {@link slipway.cli.Cli}.
 *
 * <p>Invariant: only the command that is asked for is made, so that a short command starts fast.
 */
@NullMarked
package slipway.cli;

import org.jspecify.annotations.NullMarked;
