package slipway.run.attempt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one node printed, as one stream of bytes with places counted from its beginning. On disk it is pieces, each
 * named by the place of its first byte ({@code log/0.0}, {@code log/0.8388700}), and {@code log/0}, which grows. Pieces
 * in the middle are dropped, so that a place may be past them.
 */
public final class AttemptLog {

    /** A piece is complete from so many bytes on, and at most twice as long; at most four are kept. */
    public static final long PIECE = 8L << 20;

    private final Path folder;
    private final int rank;

    AttemptLog(Path folder, int rank) {
        this.folder = folder;
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
        for (Map.Entry<Long, Path> piece : pieces().entrySet()) {
            long begin = Math.max(from, piece.getKey());
            Optional<byte[]> bytes = Bounded.read(piece.getValue(), begin - piece.getKey(), most);
            if (bytes.isPresent() && bytes.get().length > 0) {
                return new Part(begin, bytes.get());
            }
        }
        return new Part(from, new byte[0]);
    }

    /** The files by the place of their first byte; the one that grows begins where the last complete one ends. */
    private NavigableMap<Long, Path> pieces() {
        var pieces = new TreeMap<Long, Path>();
        String prefix = rank + ".";
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .substring(prefix.length())
                                            .matches("[0-9]{1,18}"))
                    .forEach(
                            file ->
                                    pieces.put(
                                            Long.valueOf(
                                                    file.getFileName()
                                                            .toString()
                                                            .substring(prefix.length())),
                                            file));
        } catch (NoSuchFileException e) {
            pieces.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " could not be listed", e);
        }
        long grows =
                pieces.isEmpty() ? 0 : pieces.lastKey() + length(pieces.lastEntry().getValue());
        pieces.put(grows, folder.resolve(Integer.toString(rank)));
        return pieces;
    }

    private static long length(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(file + " could not be read", e);
        }
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
