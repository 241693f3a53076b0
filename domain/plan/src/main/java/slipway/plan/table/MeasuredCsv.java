package slipway.plan.table;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.spec.Document;

/**
 * A file of measured rows: CSV with a header, plain or gzip, which its first bytes tell. It is read as a whole, or
 * refused with every malformed line.
 */
public record MeasuredCsv(String name, List<String> columns, List<Line> lines) {

    /** Limits of a table: a larger one would fill the memory. */
    private static final int MAX_LINES = 20_000;

    private static final int MAX_LINE_LENGTH = 64 * 1024;
    private static final int MAX_COLUMNS = 200;
    private static final int MAX_MISTAKES = 100;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private static final ProblemCode MALFORMED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "malformed-measurements",
                    "A table of measurements has lines that cannot be understood; each is named.");

    public MeasuredCsv {
        columns = List.copyOf(columns);
        lines = List.copyOf(lines);
    }

    /**
     * @param number line number, from 1, with the header
     */
    public record Line(int number, StatedValues stated) {}

    public static MeasuredCsv read(Path file) {
        String name = String.valueOf(file.getFileName());
        try (BufferedReader in = reader(file)) {
            return new Reader(name).readAll(in);
        } catch (NoSuchFileException missing) {
            throw new Problem(
                            Document.NO_SUCH_DOCUMENT,
                            "There is no file " + file + ".",
                            "It was looked for in " + file.toAbsolutePath().getParent() + ".",
                            "Check the name, or the folder you are in.")
                    .causedBy(missing);
        } catch (CharacterCodingException notText) {
            throw unreadable(file, "It is not text in UTF-8.").causedBy(notText);
        } catch (IOException broken) {
            String why =
                    Files.isDirectory(file)
                            ? "It is a folder."
                            : "The system says: " + broken + ".";
            throw unreadable(file, why).causedBy(broken);
        }
    }

    private static Problem unreadable(Path file, String why) {
        return new Problem(
                Document.UNREADABLE_DOCUMENT,
                "Cannot read " + file + ".",
                why,
                "Name a CSV file, plain or gzip, that this user may read.");
    }

    private static BufferedReader reader(Path file) throws IOException {
        var raw = new BufferedInputStream(Files.newInputStream(file));
        raw.mark(2);
        boolean packed = raw.read() == GZIP_FIRST && raw.read() == GZIP_SECOND;
        raw.reset();
        InputStream in = packed ? new GZIPInputStream(raw) : raw;
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        return new BufferedReader(new InputStreamReader(in, decoder));
    }

    /** Reads one file. */
    private static final class Reader {

        private final String name;
        private final List<Mistake> mistakes = new ArrayList<>();
        private final List<Line> lines = new ArrayList<>();
        private List<String> columns = List.of();
        private int number;

        private Reader(String name) {
            this.name = name;
        }

        private MeasuredCsv readAll(BufferedReader in) throws IOException {
            var line = new StringBuilder();
            boolean more = true;
            while (more && mistakes.size() < MAX_MISTAKES) {
                more = next(in, line);
                if (!line.toString().isBlank()) {
                    addLine(CsvLine.split(line.toString()));
                }
            }
            if (columns.isEmpty() && mistakes.isEmpty()) {
                mistake("The file is empty. Its first line names the columns.");
            }
            if (!mistakes.isEmpty()) {
                throw Mistakes.problem(MALFORMED, name, mistakes, "Nothing was evaluated.");
            }
            return new MeasuredCsv(name, columns, lines);
        }

        /** Reads one line. Returns whether more may follow. */
        private boolean next(BufferedReader in, StringBuilder line) throws IOException {
            line.setLength(0);
            number++;
            int read = in.read();
            while (read >= 0 && read != '\n') {
                if (line.length() == MAX_LINE_LENGTH) {
                    mistake("A line has at most %,d characters.".formatted(MAX_LINE_LENGTH));
                    return false;
                }
                if (read != '\r' && read != '\ufeff') {
                    line.append((char) read);
                }
                read = in.read();
            }
            return read >= 0;
        }

        private void addLine(CsvLine.Cells cells) {
            if (cells.broken()) {
                mistake("A quote is not closed before the next column.");
            } else if (columns.isEmpty()) {
                header(cells.texts());
            } else if (cells.texts().size() != columns.size()) {
                mistake(
                        "It has %s; the header names %s."
                                .formatted(
                                        Format.count(cells.texts().size(), "cell"),
                                        Format.count(columns.size(), "column")));
            } else if (lines.size() == MAX_LINES) {
                mistake("A table has at most %,d rows.".formatted(MAX_LINES));
            } else {
                lines.add(new Line(number, stated(cells.texts())));
            }
        }

        private void header(List<String> names) {
            columns = names;
            var seen = new HashSet<String>();
            for (String column : names) {
                if (!seen.add(column)) {
                    mistake("The column " + UntrustedText.quoted(column) + " is listed twice.");
                }
            }
            if (names.size() > MAX_COLUMNS) {
                mistake("A table has at most %d columns.".formatted(MAX_COLUMNS));
            }
        }

        private StatedValues stated(List<String> cells) {
            Map<String, String> named = new HashMap<>();
            for (int at = 0; at < cells.size(); at++) {
                named.put(columns.get(at), cells.get(at));
            }
            return new StatedValues(named);
        }

        private void mistake(String text) {
            mistakes.add(new Mistake(new SourceLocation(name, number, 1), "", text));
        }
    }
}
