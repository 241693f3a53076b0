package slipway.journal;

/** For tests that look under a journal. */
public final class Inside {

    private Inside() {}

    public static JournalStorage of(Journal journal) {
        return journal.storage();
    }
}
