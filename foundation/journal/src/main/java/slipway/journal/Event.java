package slipway.journal;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Fact;

/**
 * Something that happened, durable and numbered.
 *
 * @param seq grows by one with every event of either stream; never reused
 * @param at never before the time of the event before it
 * @param what its content; the body is empty once it was pruned
 * @param leaf where a fact stands in the Merkle tree; ticks have none
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
