package slipway.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/** Reads the table that is shipped. It is ours, so what is wrong in it is a bug. */
final class CatalogFile {

    private static final String DATED = "# as of ";
    private static final int COLUMNS = 6;

    private CatalogFile() {}

    static Catalog read(String name) {
        List<String> text = lines(name);
        LocalDate date =
                text.stream()
                        .filter(line -> line.startsWith(DATED))
                        .map(line -> LocalDate.parse(line.substring(DATED.length()).strip()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException(name + " has no date"));
        return new Catalog(
                date,
                text.stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(CatalogFile::line)
                        .toList());
    }

    private static Catalog.Line line(String text) {
        // The last column may hold the separator: it is a regular expression.
        String[] cells = text.split(" *\\| *", COLUMNS);
        var accelerator =
                new Accelerator(
                        cells[0],
                        cells[1],
                        Bytes.gigabytes(Long.parseLong(cells[2].strip())),
                        Integer.parseInt(cells[3].strip()),
                        Integer.parseInt(cells[4].strip()));
        return new Catalog.Line(
                accelerator, Pattern.compile(cells[5].strip(), Pattern.CASE_INSENSITIVE));
    }

    private static List<String> lines(String name) {
        try (InputStream in = CatalogFile.class.getResourceAsStream(name)) {
            byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
