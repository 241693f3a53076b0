/**
 * What happened, on the command line: the newest events, those that come, and notes.
 *
 * <p>Words: those of the journal. A <em>choice</em> says which events somebody wants.
 *
 * <p>Front doors: {@link slipway.cli.journal.EventsCommand}, {@link slipway.cli.journal.NoteCommand}; other commands
 * that show events begin with {@link slipway.cli.journal.EventListCommand}.
 *
 * <p>Invariant: an event reads the same here and on the pages, because both take its sentence from wire.
 */
@NullMarked
package slipway.cli.journal;

import org.jspecify.annotations.NullMarked;
