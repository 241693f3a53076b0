package slipway.journal;

import java.time.Instant;
import java.util.List;

/**
 * The position of the journal after its last group.
 *
 * @param writes groups written so far; after a lost connection it shows whether the last group was committed
 * @param seq number of the newest event
 * @param leaves number of facts: the size of the Merkle tree
 * @param term grows with every start of a server; a commit under an older term is refused (fencing)
 * @param at the server's time at the last write; events may have a later time, because theirs never goes back
 */
public record JournalHead(long writes, long seq, long leaves, long term, Instant at) {

    public JournalHead after(List<Event> events, Instant now) {
        if (events.isEmpty()) {
            return new JournalHead(writes + 1, seq, leaves, term, now);
        }
        Event last = events.getLast();
        long facts = events.stream().filter(event -> event.leaf().isPresent()).count();
        return new JournalHead(writes + 1, last.seq(), leaves + facts, term, now);
    }

    public JournalHead inTerm(long newTerm) {
        return new JournalHead(writes, seq, leaves, newTerm, at);
    }
}
