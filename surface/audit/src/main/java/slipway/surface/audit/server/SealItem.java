package slipway.surface.audit.server;

import java.time.Instant;
import slipway.surface.web.component.StateBadge;

/**
 * A seal in the list.
 *
 * @param added the number of entries that the previous seal does not cover
 * @param mirrored whether the second place has it
 */
public record SealItem(
        long number,
        long entries,
        long added,
        Instant at,
        Consistency consistency,
        boolean mirrored) {

    /** The result of the comparison with the previous seal, made for this page. */
    public enum Consistency {
        FIRST("First seal", StateBadge.QUEUED),
        CONSISTENT("Consistent", StateBadge.SUCCEEDED),
        ALTERED("Inconsistent", StateBadge.FAILED);

        private final String word;
        private final StateBadge badge;

        Consistency(String word, StateBadge badge) {
            this.word = word;
            this.badge = badge;
        }

        public String word() {
            return word;
        }

        public StateBadge state() {
            return badge;
        }
    }
}
