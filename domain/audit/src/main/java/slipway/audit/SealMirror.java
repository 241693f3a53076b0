package slipway.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        return "%012d.seal".formatted(number);
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

    /** Stores one seal atomically. An existing file is never changed. */
    void store(Seal seal) throws IOException {
        Path file = folder.resolve(fileName(seal.number()));
        if (Files.exists(file)) {
            if (!text(file).equals(seal.text())) {
                throw new Conflict(file);
            }
            return;
        }
        Path temporary = Files.createTempFile(folder, ".", ".new");
        try {
            write(temporary, seal.text());
            Files.move(temporary, file);
            sync(folder, StandardOpenOption.READ);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
        sync(file, StandardOpenOption.WRITE);
    }

    private static void sync(Path path, StandardOpenOption how) throws IOException {
        try (var channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }
}
