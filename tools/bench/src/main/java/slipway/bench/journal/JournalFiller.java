package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.table.RowChange;

/**
 * Fills a data directory in a separate process and then waits for its kill: {@code JournalFiller DIRECTORY EVENTS
 * ROWS}. It ends with a crash, so the next process that opens the directory has to recover.
 */
final class JournalFiller {

    static final String DONE = "filled";
    private static final int AT_ONCE = 1_000;
    private static final int UNDER_WAY = 8;

    private JournalFiller() {}

    public static void main(String[] words) throws IOException {
        long events = Long.parseLong(words[1]);
        long rows = Long.parseLong(words[2]);
        fill(CounterModule.open(Path.of(words[0])), events, rows);
        System.out.println(DONE);
        int _ = System.in.read();
    }

    private static void fill(Journal journal, long events, long rows) {
        Deque<CompletableFuture<CommitResult>> underWay = new ArrayDeque<>();
        for (long from = 0; from < events; from += AT_ONCE) {
            underWay.add(journal.send(commit(from, Math.min(events, from + AT_ONCE), rows)));
            if (underWay.size() > UNDER_WAY) {
                Journal.await(underWay.remove());
            }
        }
        underWay.forEach(Journal::await);
    }

    /** Every cell is counted again and again until all events are there, so each row was written several times. */
    private static Commit commit(long from, long to, long rows) {
        List<slipway.journal.EventDraft> drafts = new ArrayList<>();
        List<RowChange> puts = new ArrayList<>();
        for (long event = from; event < to; event++) {
            var cell = new CounterModule.Cell("cell-" + event % rows, event / rows + 1);
            drafts.add(CounterModule.counted(cell));
            puts.add(new RowChange.Put<>(CounterModule.TABLE, cell));
        }
        return Commit.of(drafts, puts);
    }
}
