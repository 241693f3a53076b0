package slipway.run.attempt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What one node printed, as one stream of bytes with places counted from its beginning. On disk it is the pieces
 * {@code log/0.0}, {@code log/0.1}..., each exactly {@link #PIECE} bytes, and {@code log/0}, which grows. Pieces in the
 * middle are dropped, so that a place may be past them.
 */
public final class AttemptLog {

    /** Bytes of one piece; four of them are the most a node's log takes. */
    public static final long PIECE = 16L << 20;

    private final Path folder;
    private final int rank;

    AttemptLog(Path folder, int rank) {
        this.folder = folder;
        this.rank = rank;
    }

    /** Where the next byte will be. */
    public long end() {
        return pieces() * PIECE + length(folder.resolve(Integer.toString(rank)));
    }

    /**
     * What stands at a place and after it, as far as one piece goes. What is no longer there is skipped: the answer
     * may begin later than was asked, and is empty at the end.
     */
    public Part read(long from, int most) {
        long pieces = pieces();
        for (long piece = from / PIECE; piece < pieces; piece++) {
            Path file = folder.resolve(rank + "." + piece);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                long begin = Math.max(from, piece * PIECE);
                return new Part(
                        begin, Bounded.read(file, begin - piece * PIECE, most).orElse(new byte[0]));
            }
        }
        long begin = Math.max(from, pieces * PIECE);
        Path growing = folder.resolve(Integer.toString(rank));
        return new Part(
                begin, Bounded.read(growing, begin - pieces * PIECE, most).orElse(new byte[0]));
    }

    /** How many pieces were completed, dropped ones counted. */
    private long pieces() {
        String prefix = rank + ".";
        try (Stream<Path> files = Files.list(folder)) {
            OptionalLong last =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith(prefix))
                            .map(name -> name.substring(prefix.length()))
                            .filter(number -> number.matches("[0-9]{1,9}"))
                            .mapToLong(Long::parseLong)
                            .max();
            return last.isPresent() ? last.getAsLong() + 1 : 0;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " could not be listed", e);
        }
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
