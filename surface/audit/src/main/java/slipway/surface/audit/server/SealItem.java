package slipway.surface.audit.server;

import java.time.Instant;
import slipway.surface.web.component.StateBadge;

/**
 * A seal in the list.
 *
 * @param added entries that it covers and the one before does not
 * @param there whether the second place has it
 */
public record SealItem(
        long number, long entries, long added, Instant at, Follows follows, boolean there) {

    /** What was found when it was compared with the one before, for this page. */
    public enum Follows {
        FIRST("The first", StateBadge.QUEUED),
        CONSISTENT("Consistent", StateBadge.SUCCEEDED),
        ALTERED("Does not follow", StateBadge.FAILED);

        private final String word;
        private final StateBadge stateBadge;

        Follows(String word, StateBadge stateBadge) {
            this.word = word;
            this.stateBadge = stateBadge;
        }

        public String word() {
            return word;
        }

        public StateBadge state() {
            return stateBadge;
        }
    }
}
