package slipway.journal;

import java.util.List;
import java.util.Optional;
import slipway.base.Actor;
import slipway.journal.table.EncodedRow;
import slipway.journal.table.UnstorableValue;

/**
 * A commit as it is stored: everything that can fail because of a value has been done by the thread that decided it.
 * The writer only numbers the events, chains their hashes and binds the values.
 */
record EncodedCommit(
        Optional<IdempotencyKey> key,
        List<EncodedEvent> events,
        List<EncodedRow> rows,
        String answer) {

    /** One row or body above this does not belong into the database. */
    static final long MAX_ROW_SIZE = 16 << 20;

    /** A larger commit would delay all others. */
    static final long MAX_SIZE = 128 << 20;

    /** An event before it is numbered, and the hash of its body, which is never changed. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record EncodedEvent(EventDraft draft, byte[] bodyHash) {

        private static EncodedEvent of(EventDraft draft) {
            Actor actor = draft.actor();
            check("The kind of an event", draft.kind());
            check("The actor of an event", actor.name());
            check("The client of an event", actor.via());
            check("The request id of an event", actor.request());
            check("The subject of an event", draft.subject());
            check("The body of an event", draft.body());
            draft.team().ifPresent(team -> check("The team of an event", team));
            return new EncodedEvent(draft, MerkleLeaf.bodyHash(draft.body()));
        }
    }

    /** Throws a problem when a value cannot be stored or the commit is too large. */
    static EncodedCommit of(Commit commit) {
        try {
            commit.key().ifPresent(EncodedCommit::check);
            check("The answer", commit.answer());
            var encoded =
                    new EncodedCommit(
                            commit.key(),
                            commit.events().stream().map(EncodedEvent::of).toList(),
                            commit.rows().stream().map(EncodedRow::of).toList(),
                            commit.answer());
            encoded.checkSize();
            return encoded;
        } catch (UnstorableValue e) {
            throw JournalProblems.notStorable(e);
        }
    }

    private static void check(IdempotencyKey key) {
        check("The idempotency key", key.name());
        check("The fingerprint of the request", key.fingerprint());
    }

    private static void check(String name, String text) {
        UnstorableValue.checkText(name, text);
    }

    private void checkSize() {
        long size = answer.length();
        for (EncodedEvent event : events) {
            size += event.draft().body().length();
        }
        for (EncodedRow row : rows) {
            long rowSize = row.size();
            if (rowSize > MAX_ROW_SIZE) {
                throw new UnstorableValue(
                        "A row of table %s has %,d characters; at most %,d are stored"
                                .formatted(row.table().name(), rowSize, MAX_ROW_SIZE));
            }
            size += rowSize;
        }
        if (size > MAX_SIZE) {
            throw new UnstorableValue(
                    "The change has %,d characters; at most %,d are stored at once"
                            .formatted(size, MAX_SIZE));
        }
    }
}
