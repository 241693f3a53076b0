package slipway.server.web.audit;

import slipway.base.TimeFormat;
import slipway.journal.Event;
import slipway.journal.MerkleLeaf;
import slipway.server.web.events.EventRow;
import slipway.server.web.part.State;

/**
 * An entry in the list.
 *
 * @param path where it stands in full
 * @param open whether it does so on this page
 */
public record Row(EventRow row, Mark mark, String path, boolean open) {

    /** How an entry stands to the seals. */
    public enum Mark {
        SEALED(State.SUCCEEDED, "in a seal"),
        WAITS(State.AHEAD, "waits for the next seal"),
        REFUSED(State.FAILED, "refused");

        private final State stateBadge;
        private final String word;

        Mark(State stateBadge, String word) {
            this.stateBadge = stateBadge;
            this.word = word;
        }

        public State state() {
            return stateBadge;
        }

        public String word() {
            return word;
        }

        static Mark of(Event event, long sealed) {
            if (By.refused(event)) {
                return REFUSED;
            }
            boolean covered =
                    event.leaf().map(MerkleLeaf::index).filter(at -> at < sealed).isPresent();
            return covered ? SEALED : WAITS;
        }
    }

    static Row of(Event event, long sealed, TimeFormat timeFormat) {
        return new Row(EventRow.of(event, timeFormat), Mark.of(event, sealed), "", false);
    }

    Row at(String there, boolean isOpen) {
        return new Row(row, mark, there, isOpen);
    }
}
