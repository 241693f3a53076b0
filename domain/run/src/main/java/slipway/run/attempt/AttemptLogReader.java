package slipway.run.attempt;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the log of one node as one stream of bytes with positions from its start. On disk the log consists of pieces,
 * each named by the position of its first byte ({@code log/0.0}, {@code log/0.8388700}), and {@code log/0}, which
 * grows. Pieces in the middle are deleted, so the stream can have gaps.
 */
public final class AttemptLogReader {

    /** A piece ends after this many bytes, and has at most twice as many; at most four pieces are kept. */
    public static final long PIECE = 8L << 20;

    /** Bounds the number of files that a job may have created beside the pieces. */
    private static final int MAX_PIECES = 100;

    private final UntrustedFiles files;
    private final int rank;

    AttemptLogReader(Path directory, int rank) {
        this.files = new UntrustedFiles(directory);
        this.rank = rank;
    }

    /** The position after the last byte. */
    public long end() {
        var pieces = pieces();
        return pieces.lastKey() + length(pieces.lastEntry().getValue());
    }

    /**
     * Reads from a position to the end of its piece. A gap is skipped, so the part may start later; at the end of the
     * log it is empty.
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

    /** The files by the position of their first byte; the growing one starts where the last complete one ends. */
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
     * @param at the position of the first byte
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on once; never compared or stored
    public record Part(long at, byte[] bytes) {

        public long next() {
            return at + bytes.length;
        }
    }
}
