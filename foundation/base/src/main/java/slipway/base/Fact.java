package slipway.base;

import java.time.Duration;
import java.time.Instant;

/**
 * What rooms tell each other through the journal, and what the audit log proves. Few and sealed: a reader that switches
 * over facts must not compile until it has thought about a new one.
 *
 * <p>A fact is never changed once released. When it needs another shape, the new shape is a new version and the journal
 * keeps reading the old one for ever.
 */
public sealed interface Fact {

    /** The server opened the journal and may write under this term. */
    record ServerStarted(String version, long term) implements Fact {}

    /** The server closed the journal in order; a start without this before it follows a crash. */
    record ServerStopped(long term) implements Fact {}

    /** The machine's clock went back by this much; the journal's own time goes on from where it was. */
    record ClockSteppedBack(Duration by) implements Fact {}

    /** Bodies of facts before this sequence number were dropped; their leaf hashes stay. */
    record HistoryPruned(long before, long bodies) implements Fact {}

    /** The state was restored from a backup that ends at this sequence number. */
    record BackupRestored(String backup, long upTo, Instant takenAt) implements Fact {}

    /** A sentence a person wrote into the journal: a driver was upgraded, a rack was moved. */
    record NoteWritten(String text) implements Fact {}
}
