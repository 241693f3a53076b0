package slipway.run.attempt;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one node printed, as one stream of bytes with places counted from its beginning. On disk it is pieces, each
 * named by the place of its first byte ({@code log/0.0}, {@code log/0.8388700}), and {@code log/0}, which grows. Pieces
 * in the middle are dropped, so that a place may be past them.
 */
public final class AttemptLogReader {

    /** A piece is complete from so many bytes on, and at most twice as long; at most four are kept. */
    public static final long PIECE = 8L << 20;

    /** Far more than are kept, of which a job may make more. */
    private static final int MAX_PIECES = 100;

    private final UntrustedFiles files;
    private final int rank;

    AttemptLogReader(Path directory, int rank) {
        this.files = new UntrustedFiles(directory);
        this.rank = rank;
    }

    /** Where the next byte will be. */
    public long end() {
        var pieces = pieces();
        return pieces.lastKey() + length(pieces.lastEntry().getValue());
    }

    /**
     * What stands at a place and after it, as far as one piece goes. What is no longer there is skipped: the answer
     * may begin later than was asked, and is empty at the end.
     */
    public Part read(long from, int most) {
        for (Map.Entry<Long, String> piece : pieces().entrySet()) {
            long begin = Math.max(from, piece.getKey());
            Optional<byte[]> bytes = files.read(piece.getValue(), begin - piece.getKey(), most);
            if (bytes.isPresent() && bytes.get().length > 0) {
                return new Part(begin, bytes.get());
            }
        }
        return new Part(from, new byte[0]);
    }

    /** The files by the place of their first byte; the one that grows begins where the last complete one ends. */
    private NavigableMap<Long, String> pieces() {
        var pieces = new TreeMap<Long, String>();
        String prefix = rank + ".";
        files.names("log").stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> name.substring(prefix.length()).matches("[0-9]{1,18}"))
                .limit(MAX_PIECES)
                .forEach(
                        name ->
                                pieces.put(
                                        Long.valueOf(name.substring(prefix.length())),
                                        "log/" + name));
        long grows =
                pieces.isEmpty() ? 0 : pieces.lastKey() + length(pieces.lastEntry().getValue());
        pieces.put(grows, "log/" + rank);
        return pieces;
    }

    private long length(String file) {
        return files.file(file).map(BasicFileAttributes::size).orElse(0L);
    }

    /**
     * Bytes of the log.
     *
     * @param at the place of the first of them
     */
    @SuppressWarnings(
            "ArrayRecordComponent") // read once and written on; nobody compares or keeps it
    public record Part(long at, byte[] bytes) {

        public long next() {
            return at + bytes.length;
        }
    }
}
