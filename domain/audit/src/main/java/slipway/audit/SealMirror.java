package slipway.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with copies of the seals, one file each, never overwritten. It should be outside the server's control: on
 * another machine, or on append-only storage.
 */
final class SealMirror {

    private static final Pattern NAME = Pattern.compile("(\\d{12})\\.seal");

    private final Path folder;

    SealMirror(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /** The file of this number contains something else than the seal. */
    static final class Conflict extends IOException {
        private static final long serialVersionUID = 1L;

        Conflict(Path file) {
            super(
                    "there is another seal in "
                            + file.getFileName()
                            + ": the folder belongs to another log, or this one was restored from a backup");
        }
    }

    static String fileName(long number) {
        return String.format(Locale.ROOT, "%012d.seal", number);
    }

    /** The numbers of the stored seals. */
    NavigableSet<Long> numbers() throws IOException {
        var numbers = new TreeSet<Long>();
        // A missing mount must not be replaced by a folder on the local disk.
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> number(file).ifPresent(numbers::add));
        }
        return numbers;
    }

    private static Optional<Long> number(Path file) {
        Matcher matcher = NAME.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }

    /** The texts of all files, by number; a file that is not text counts as empty. */
    Map<Long, String> texts() throws IOException {
        Map<Long, String> texts = new TreeMap<>();
        for (long number : numbers()) {
            texts.put(number, text(folder.resolve(fileName(number))));
        }
        return texts;
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            return "";
        }
    }

    /**
     * Stores one seal in a file that is created and appended to, never renamed or removed: an append-only folder
     * permits nothing else. A part that a crash left is completed. Other content is never changed.
     */
    void store(Seal seal) throws IOException {
        Path file = folder.resolve(fileName(seal.number()));
        byte[] text = seal.text().getBytes(StandardCharsets.UTF_8);
        byte[] stored = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (!isPrefix(stored, text)) {
            throw new Conflict(file);
        }
        if (stored.length < text.length) {
            append(file, Arrays.copyOfRange(text, stored.length, text.length));
            sync(folder, StandardOpenOption.READ);
        }
    }

    private static boolean isPrefix(byte[] start, byte[] whole) {
        return start.length <= whole.length
                && Arrays.equals(start, 0, start.length, whole, 0, start.length);
    }

    private static void append(Path file, byte[] text) throws IOException {
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            var left = ByteBuffer.wrap(text);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    private static void sync(Path path, StandardOpenOption how) throws IOException {
        try (var channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }
}
