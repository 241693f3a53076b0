package slipway.surface.audit.server;

import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.MerkleLeaf;
import slipway.surface.web.component.StateBadge;

/**
 * An entry in the list.
 *
 * @param path the address of the page that shows it in full
 * @param open whether this page shows it in full
 */
public record AuditEntryItem(EventItem row, Mark mark, String path, boolean open) {

    /** Whether an entry is sealed or records a refusal. */
    public enum Mark {
        SEALED(StateBadge.SUCCEEDED, "in a seal"),
        PENDING(StateBadge.AHEAD, "not sealed yet"),
        REFUSED(StateBadge.FAILED, "refused");

        private final StateBadge badge;
        private final String word;

        Mark(StateBadge badge, String word) {
            this.badge = badge;
            this.word = word;
        }

        public StateBadge state() {
            return badge;
        }

        public String word() {
            return word;
        }

        static Mark of(Event event, long sealed) {
            if (ActorFilter.isRefusal(event)) {
                return REFUSED;
            }
            boolean covered =
                    event.leaf().map(MerkleLeaf::index).filter(at -> at < sealed).isPresent();
            return covered ? SEALED : PENDING;
        }
    }

    static AuditEntryItem of(Event event, long sealed, TimeFormat times) {
        return new AuditEntryItem(EventItem.of(event, times), Mark.of(event, sealed), "", false);
    }

    AuditEntryItem at(String newPath, boolean isOpen) {
        return new AuditEntryItem(row, mark, newPath, isOpen);
    }
}
