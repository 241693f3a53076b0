package slipway.surface.audit.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.audit.Audit;
import slipway.journal.Event;
import slipway.surface.web.live.JournalSearch;

/**
 * Everything that was read for the page.
 *
 * @param key the id of the signing key
 * @param began the time of the first entry
 * @param seals newest first, each compared with the previous one
 * @param mayWrite whether the viewer may seal and check
 */
record AuditPageInputs(
        Audit.State state,
        String key,
        Optional<Instant> began,
        JournalSearch.Found found,
        Today today,
        List<SealItem> seals,
        Optional<Entry> opened,
        boolean mayWrite) {

    AuditPageInputs {
        seals = List.copyOf(seals);
    }

    /**
     * The counts of today's entries.
     *
     * @param complete whether all entries were counted
     */
    record Today(long entries, long byPeople, long refused, boolean complete) {}

    /** The entry that was requested. */
    record Entry(Event event, AuditEntryDetail.ProofResult result) {}

    /** The number of entries that the newest seal covers. */
    long sealed() {
        return state.entries() - state.unsealed();
    }
}
