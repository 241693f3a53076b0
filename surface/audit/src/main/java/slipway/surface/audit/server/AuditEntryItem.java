package slipway.surface.audit.server;

import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.MerkleLeaf;
import slipway.surface.web.component.StateBadge;

/**
 * An entry in the list.
 *
 * @param path where it stands in full
 * @param open whether it does so on this page
 */
public record AuditEntryItem(EventItem row, Mark mark, String path, boolean open) {

    /** How an entry stands to the seals. */
    public enum Mark {
        SEALED(StateBadge.SUCCEEDED, "in a seal"),
        WAITS(StateBadge.AHEAD, "waits for the next seal"),
        REFUSED(StateBadge.FAILED, "refused");

        private final StateBadge stateBadge;
        private final String word;

        Mark(StateBadge stateBadge, String word) {
            this.stateBadge = stateBadge;
            this.word = word;
        }

        public StateBadge state() {
            return stateBadge;
        }

        public String word() {
            return word;
        }

        static Mark of(Event event, long sealed) {
            if (ActorFilter.refused(event)) {
                return REFUSED;
            }
            boolean covered =
                    event.leaf().map(MerkleLeaf::index).filter(at -> at < sealed).isPresent();
            return covered ? SEALED : WAITS;
        }
    }

    static AuditEntryItem of(Event event, long sealed, TimeFormat timeFormat) {
        return new AuditEntryItem(
                EventItem.of(event, timeFormat), Mark.of(event, sealed), "", false);
    }

    AuditEntryItem at(String there, boolean isOpen) {
        return new AuditEntryItem(row, mark, there, isOpen);
    }
}
