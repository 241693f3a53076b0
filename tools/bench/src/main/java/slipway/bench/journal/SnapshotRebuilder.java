package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens a data directory as a module does when the server starts, prints the times, and waits for its kill: {@code
 * SnapshotRebuilder DIRECTORY}. It runs in a separate process, because a start is cold.
 */
final class SnapshotRebuilder {

    private SnapshotRebuilder() {}

    /** Prints the nanoseconds to open the journal and to build the snapshot, its rows, and the newest event. */
    public static void main(String[] words) throws IOException {
        long start = System.nanoTime();
        var journal = CounterModule.open(Path.of(words[0]));
        long opened = System.nanoTime();
        CounterModule picture = CounterModule.read(journal);
        long built = System.nanoTime();
        System.out.println(
                (opened - start)
                        + " "
                        + (built - opened)
                        + " "
                        + picture.byName().size()
                        + " "
                        + journal.seq());
        int _ = System.in.read();
    }
}
