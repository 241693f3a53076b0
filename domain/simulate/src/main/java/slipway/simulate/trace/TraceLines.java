package slipway.simulate.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import slipway.base.Problem;
import slipway.spec.Document;

/**
 * The lines of a file, plain or gzip; the first bytes decide, because file names may be wrong. The length of a line and
 * the number of lines are limited, so that no file fills the memory.
 */
final class TraceLines implements AutoCloseable {

    static final int MAX_LINE_LENGTH = 64 * 1024;
    static final int MAX_LINES = 2_000_000;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Reader in;
    private final StringBuilder line = new StringBuilder();
    private int number;

    private TraceLines(Reader in) {
        this.in = in;
    }

    /** Opens a file; if it is missing or not readable, it throws a {@link Problem}. */
    static TraceLines open(Path file) {
        try {
            return new TraceLines(reader(decompressed(Files.newInputStream(file))));
        } catch (NoSuchFileException missing) {
            throw new Problem(
                            Document.NO_SUCH_DOCUMENT,
                            "There is no file " + file + ".",
                            "It was looked for in " + file.toAbsolutePath().getParent() + ".",
                            "Check the name, or the folder you are in.")
                    .causedBy(missing);
        } catch (IOException unreadable) {
            throw new Problem(
                            Document.UNREADABLE_DOCUMENT,
                            "Cannot read " + file + ".",
                            Files.isDirectory(file)
                                    ? "It is a folder."
                                    : "The system says: " + unreadable + ".",
                            "Name a file that this user may read.")
                    .causedBy(unreadable);
        }
    }

    /** A text that comes with the program. */
    static TraceLines of(InputStream in) {
        return new TraceLines(reader(in));
    }

    private static InputStream decompressed(InputStream file) throws IOException {
        var in = new BufferedInputStream(file, 1 << 16);
        in.mark(2);
        boolean gzip = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return gzip ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private static Reader reader(InputStream in) {
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        return new BufferedReader(new InputStreamReader(in, decoder), 1 << 16);
    }

    /** The number of the line that was read last, or could not be read, from 1. */
    int number() {
        return number;
    }

    /**
     * The next line without its end; empty after the last.
     *
     * @throws IOException if the file is truncated, is broken gzip, is not UTF-8 or is too long
     */
    Optional<String> next() throws IOException {
        line.setLength(0);
        number++;
        int read = in.read();
        if (read < 0) {
            return Optional.empty();
        }
        if (number > MAX_LINES) {
            throw new IOException("A trace has at most %,d lines.".formatted(MAX_LINES));
        }
        while (read >= 0 && read != '\n') {
            if (line.length() == MAX_LINE_LENGTH) {
                throw new IOException(
                        "A line has at most %,d characters.".formatted(MAX_LINE_LENGTH));
            }
            line.append((char) read);
            read = in.read();
        }
        return Optional.of(text());
    }

    private String text() {
        int end = line.length();
        int from = number == 1 && end > 0 && line.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        return line.substring(from, end > from && line.charAt(end - 1) == '\r' ? end - 1 : end);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException nothingLost) {
            // The file was only read.
        }
    }
}
