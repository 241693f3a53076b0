package slipway.journal;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Fact;

/**
 * An event in the journal: durable and numbered.
 *
 * @param seq sequence number; grows by one with every event of either stream and is never reused
 * @param at time of the event; never before that of the previous event
 * @param what its content; the body is empty after a prune
 * @param leaf position of a fact in the Merkle tree; ticks have none
 */
public record Event(long seq, Instant at, EventDraft what, Optional<MerkleLeaf> leaf) {

    /** The kind by its name today; an old event is stored under the name of its time. */
    public String kind() {
        return FactCodec.kindToday(what);
    }

    /** The event read as a fact, if it is one that this version knows and its body was not pruned. */
    public Optional<Fact> fact() {
        return pruned()
                ? Optional.empty()
                : FactCodec.read(what.kind(), what.version(), what.body());
    }

    public boolean pruned() {
        return what.body().isEmpty();
    }
}
