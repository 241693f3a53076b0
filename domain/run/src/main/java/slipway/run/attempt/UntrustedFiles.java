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

    /** Further names in a folder are ignored. */
    private static final int MAX_NAMES = 20_000;

    /** The beginning of a file; empty if it does not exist or cannot be read. */
    Optional<String> text(String name, int limit) {
        return read(name, 0, limit).map(bytes -> new String(bytes, UTF_8));
    }

    /** A text and when it was written. */
    record Dated(String text, Instant at) {}

    /** The beginning of a file and its modification time, both of the same open file. */
    Optional<Dated> dated(String name, int limit) {
        return withFile(
                name,
                file -> {
                    BasicFileAttributes found = file.attributes();
                    return found.isRegularFile()
                            ? Optional.of(
                                    new Dated(
                                            new String(bytes(file.path(), 0, limit), UTF_8),
                                            found.lastModifiedTime().toInstant()))
                            : Optional.empty();
                });
    }

    /** The text of a file with one line. */
    Optional<String> line(String name, int limit) {
        return text(name, limit).map(String::strip);
    }

    /** The end of a file, from its first complete line on. */
    Optional<String> end(String name, int limit) {
        return read(name, -limit, limit)
                .map(bytes -> new String(bytes, UTF_8))
                .map(text -> wholeLines(text, limit));
    }

    private static String wholeLines(String text, int limit) {
        int newline = text.indexOf('\n');
        return text.length() < limit || newline < 0 ? text : text.substring(newline + 1);
    }

    /**
     * @param from the first position; negative: counted from the end
     */
    Optional<byte[]> read(String name, long from, int limit) {
        return withFile(
                name,
                file ->
                        file.attributes().isRegularFile()
                                ? Optional.of(bytes(file.path(), from, limit))
                                : Optional.empty());
    }

    private static byte[] bytes(Path file, long from, int limit) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ)) {
            channel.position(
                    from < 0 ? Math.max(0, channel.size() + from) : Math.min(from, channel.size()));
            var buffer =
                    ByteBuffer.allocate(
                            (int)
                                    Math.min(
                                            limit,
                                            Math.max(0, channel.size() - channel.position())));
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // Until it is full or the file ends.
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    /** The attributes of a regular file; empty for anything else. */
    Optional<BasicFileAttributes> file(String name) {
        return withFile(name, file -> Optional.of(file.attributes()))
                .filter(BasicFileAttributes::isRegularFile);
    }

    /** The uid that owns a file. */
    Optional<Integer> owner(String name) {
        return withFile(
                name, file -> Optional.of((Integer) Files.getAttribute(file.path(), "unix:uid")));
    }

    /** The names in a folder; empty if it is no folder. */
    List<String> names(String folder) {
        return withFile(
                        folder,
                        file ->
                                file.attributes().isDirectory()
                                        ? Optional.of(listed(file.path()))
                                        : Optional.<List<String>>empty())
                .orElse(List.of());
    }

    private static List<String> listed(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.limit(MAX_NAMES).map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Appends to a regular file or creates it; writes nothing to anything else. */
    void append(String folder, String name, String text) throws IOException {
        Optional<FileBeneath> existing = FileBeneath.find(directory, folder + "/" + name);
        if (existing.isPresent()) {
            try (FileBeneath file = existing.get()) {
                if (file.attributes().isRegularFile()) {
                    Files.writeString(file.path(), text, StandardOpenOption.APPEND);
                }
            }
            return;
        }
        Optional<FileBeneath> parent = FileBeneath.find(directory, folder);
        if (parent.isPresent()) {
            try (FileBeneath held = parent.get()) {
                if (held.attributes().isDirectory()) {
                    Path file = held.path().resolve(name);
                    Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
                }
            }
        }
    }

    @FunctionalInterface
    private interface Reader<T> {
        Optional<T> read(FileBeneath file) throws IOException;
    }

    private <T> Optional<T> withFile(String name, Reader<T> look) {
        Optional<FileBeneath> found = FileBeneath.find(directory, name);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (FileBeneath file = found.get()) {
            return look.read(file);
        } catch (IOException e) {
            LoggerFactory.getLogger(UntrustedFiles.class)
                    .warn("{} in {} could not be read", name, directory, e);
            return Optional.empty();
        }
    }
}
