package slipway.journal;

/** Gives tests access to the storage of a journal. */
public final class JournalAccess {

    private JournalAccess() {}

    public static JournalStorage of(Journal journal) {
        return journal.storage();
    }
}
