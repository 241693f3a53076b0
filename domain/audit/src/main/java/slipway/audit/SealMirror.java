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
 * A folder where seals are kept too, one file for each, never overwritten. It should be out of this server's reach: on
 * another machine, or such that files can be added to it but not changed.
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

    /** A file there is something else than the seal of this number. */
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

    /** The numbers that have a file. */
    NavigableSet<Long> numbers() throws IOException {
        var numbers = new TreeSet<Long>();
        // A mount that is missing today must not become a folder on this machine's own disk.
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

    /** What every file says, by number; a file that is no text says nothing. */
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

    /** Brings one seal there, whole or not at all. One that is there already stays as it is. */
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
