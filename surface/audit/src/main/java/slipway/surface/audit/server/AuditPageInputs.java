package slipway.surface.audit.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.audit.Audit;
import slipway.journal.Event;
import slipway.surface.web.live.JournalSearch;

/**
 * All that was read for the page.
 *
 * @param key stands for the key that signs
 * @param began when the first entry was written
 * @param seals the newest first, each compared with the one before
 * @param writes whether whoever looks may seal and check
 */
record AuditPageInputs(
        Audit.State state,
        String key,
        Optional<Instant> began,
        JournalSearch.Found found,
        Today today,
        List<SealItem> seals,
        Optional<Entry> opened,
        boolean writes) {

    AuditPageInputs {
        seals = List.copyOf(seals);
    }

    /**
     * What happened today.
     *
     * @param whole whether all of it was counted
     */
    record Today(long entries, long byPeople, long refused, boolean whole) {}

    /** An entry that was asked for. */
    record Entry(Event event, AuditEntryDetail.Evidence evidence) {}

    /** How many entries the newest seal covers. */
    long sealed() {
        return state.entries() - state.unsealed();
    }
}
