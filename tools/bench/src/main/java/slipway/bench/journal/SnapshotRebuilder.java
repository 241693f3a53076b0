package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens a data directory as a room does when the server starts, says how long that took, and waits to be killed: {@code
 * SnapshotRebuilder DIRECTORY}. In a process of its own, because a start is cold.
 */
final class SnapshotRebuilder {

    private SnapshotRebuilder() {}

    /** Says: nanoseconds to open the journal, nanoseconds to build the picture, its rows, and the newest event. */
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
