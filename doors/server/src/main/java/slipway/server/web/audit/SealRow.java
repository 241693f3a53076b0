package slipway.server.web.audit;

import java.time.Instant;

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
        FIRST("The first", "queued"),
        CONSISTENT("Consistent", "succeeded"),
        ALTERED("Does not follow", "failed");

        private final String word;
        private final String glyph;

        Follows(String word, String glyph) {
            this.word = word;
            this.glyph = glyph;
        }

        public String word() {
            return word;
        }

        public String glyph() {
            return glyph;
        }
    }
}
