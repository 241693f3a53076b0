package slipway.run.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Reads files that a job may have written: never through a link, never more than is wanted, and never what is no file.
 *
 * @param directory the names of files begin there; no job can put another in its place
 */
record UntrustedFiles(Path directory) {

    /** Of a folder with more in it the rest is not seen. */
    private static final int MOST_NAMES = 20_000;

    /** The beginning of a file; empty when there is none, or none that can be read. */
    Optional<String> text(String name, int most) {
        return read(name, 0, most).map(bytes -> new String(bytes, UTF_8));
    }

    /** A text and when it was written. */
    record Dated(String text, Instant at) {}

    /** The beginning of a file, and when it was last changed: of one and the same file. */
    Optional<Dated> dated(String name, int most) {
        return held(
                name,
                file -> {
                    BasicFileAttributes found = file.attributes();
                    return found.isRegularFile()
                            ? Optional.of(
                                    new Dated(
                                            new String(bytes(file.path(), 0, most), UTF_8),
                                            found.lastModifiedTime().toInstant()))
                            : Optional.empty();
                });
    }

    /** The same of what is one line. */
    Optional<String> line(String name, int most) {
        return text(name, most).map(String::strip);
    }

    /** The end of a file, from the first whole line in it. */
    Optional<String> end(String name, int most) {
        return read(name, -most, most)
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
    Optional<byte[]> read(String name, long from, int most) {
        return held(
                name,
                file ->
                        file.attributes().isRegularFile()
                                ? Optional.of(bytes(file.path(), from, most))
                                : Optional.empty());
    }

    private static byte[] bytes(Path file, long from, int most) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ)) {
            channel.position(
                    from < 0 ? Math.max(0, channel.size() + from) : Math.min(from, channel.size()));
            var buffer =
                    ByteBuffer.allocate(
                            (int) Math.min(most, Math.max(0, channel.size() - channel.position())));
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // Until it is full or the file ends.
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    /** How a file is; empty when it is not there, or is none. */
    Optional<BasicFileAttributes> file(String name) {
        return held(name, file -> Optional.of(file.attributes()))
                .filter(BasicFileAttributes::isRegularFile);
    }

    /** The number of the account that a file belongs to. */
    Optional<Integer> owner(String name) {
        return held(
                name, file -> Optional.of((Integer) Files.getAttribute(file.path(), "unix:uid")));
    }

    /** What is in a folder, by name; nothing when it is none. */
    List<String> names(String folder) {
        return held(
                        folder,
                        held ->
                                held.attributes().isDirectory()
                                        ? Optional.of(listed(held.path()))
                                        : Optional.<List<String>>empty())
                .orElse(List.of());
    }

    private static List<String> listed(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.limit(MOST_NAMES).map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Adds to the end of a file, or makes it. What is there and is no file stays as it is, and gets nothing. */
    void append(String folder, String name, String text) throws IOException {
        Optional<FileBeneath> there = FileBeneath.find(directory, folder + "/" + name);
        if (there.isPresent()) {
            try (FileBeneath file = there.get()) {
                if (file.attributes().isRegularFile()) {
                    Files.writeString(file.path(), text, StandardOpenOption.APPEND);
                }
            }
            return;
        }
        Optional<FileBeneath> around = FileBeneath.find(directory, folder);
        if (around.isPresent()) {
            try (FileBeneath held = around.get()) {
                if (held.attributes().isDirectory()) {
                    Path file = held.path().resolve(name);
                    Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
                }
            }
        }
    }

    @FunctionalInterface
    private interface Look<T> {
        Optional<T> at(FileBeneath held) throws IOException;
    }

    private <T> Optional<T> held(String name, Look<T> look) {
        Optional<FileBeneath> found = FileBeneath.find(directory, name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (FileBeneath held = found.get()) {
            return look.at(held);
        } catch (IOException e) {
            LoggerFactory.getLogger(UntrustedFiles.class)
                    .warn("{} in {} could not be read", name, directory, e);
            return Optional.empty();
        }
    }
}
