package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Reads files that a job may have written: never through a link, never more than is wanted. */
final class Bounded {

    private Bounded() {}

    /** The beginning of a file; empty when there is none, or none that can be read. */
    static Optional<String> text(Path file, int most) {
        return read(file, 0, most).map(bytes -> new String(bytes, UTF_8));
    }

    /** The end of a file, from the first whole line in it. */
    static Optional<String> end(Path file, int most) {
        return read(file, -most, most)
                .map(bytes -> new String(bytes, UTF_8))
                .map(text -> wholeLines(text, most));
    }

    private static String wholeLines(String text, int most) {
        int newline = text.indexOf('\n');
        return text.length() < most || newline < 0 ? text : text.substring(newline + 1);
    }

    /**
     * @param from where to begin; below zero: so far before the end
     */
    static Optional<byte[]> read(Path file, long from, int most) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (SeekableByteChannel channel =
                Files.newByteChannel(
                        file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            channel.position(
                    from < 0 ? Math.max(0, channel.size() + from) : Math.min(from, channel.size()));
            var buffer =
                    ByteBuffer.allocate(
                            (int) Math.min(most, Math.max(0, channel.size() - channel.position())));
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // Until it is full or the file ends.
            }
            return Optional.of(Arrays.copyOf(buffer.array(), buffer.position()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LoggerFactory.getLogger(Bounded.class).warn("{} could not be read", file, e);
            return Optional.empty();
        }
    }
}
