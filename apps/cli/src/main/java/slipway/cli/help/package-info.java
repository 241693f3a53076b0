/**
 * What teaches the command line: pages about topics, help about a command, and completion for shells.
 *
 * <p>Words: a <em>topic</em> is a page of text, a file beside these classes; the <em>index</em> lists all of them with
 * one line each.
 *
 * <p>Front doors: {@link slipway.cli.help.HelpCommand}, {@link slipway.cli.help.CompletionCommand}.
 *
 * <p>Invariant: what is said about commands and options is read from the commands themselves, never written twice.
 */
@NullMarked
package slipway.cli.help;

import org.jspecify.annotations.NullMarked;
