/**
 * The command line. Commands for a running server call its API with the client of surface/api; the server's program
 * adds the commands that work on the data directory of this machine.
 *
 * <p>Terms: a <em>command</em> is the first argument of {@code slipway}, a <em>topic</em> a page of help.
 *
 * <p>Entry point: {@link slipway.cli.Cli}.
 *
 * <p>Invariant: only the called command is constructed, so that every command starts fast.
 */
@NullMarked
package slipway.cli;

import org.jspecify.annotations.NullMarked;
