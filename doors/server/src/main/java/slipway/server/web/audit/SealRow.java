package slipway.server.web.audit;

import java.time.Instant;
import slipway.server.web.part.State;

/**
 * A seal in the list.
 *
 * @param added entries that it covers and the one before does not
 * @param there whether the second place has it
 */
public record SealRow(
        long number, long entries, long added, Instant at, Follows follows, boolean there) {

    /** What was found when it was compared with the one before, for this page. */
    public enum Follows {
        FIRST("The first", State.QUEUED),
        CONSISTENT("Consistent", State.SUCCEEDED),
        ALTERED("Does not follow", State.FAILED);

        private final String word;
        private final State stateBadge;

        Follows(String word, State stateBadge) {
            this.word = word;
            this.stateBadge = stateBadge;
        }

        public String word() {
            return word;
        }

        public State state() {
            return stateBadge;
        }
    }
}
