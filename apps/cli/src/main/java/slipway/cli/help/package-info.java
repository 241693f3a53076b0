/**
 * Help topics, help of commands, completion for shells, and the reference page of the command line.
 *
 * <p>Terms: a <em>topic</em> is a page of text, a resource of this package; the <em>index</em> lists all topics.
 *
 * <p>Entry points: {@link slipway.cli.help.HelpCommand}, {@link slipway.cli.help.CompletionCommand}.
 *
 * <p>Invariant: all descriptions of commands and options come from the commands themselves.
 */
@NullMarked
package slipway.cli.help;

import org.jspecify.annotations.NullMarked;
