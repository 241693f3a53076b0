package slipway.catalog;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;

/**
 * One file of the catalog: lines of cells with a {@code |} between them. The first line that is not a comment
 * names the columns, in any order; optional columns may be missing.
 *
 * @param source its name, for people
 */
record CatalogFile(String source, String text) {

    private static final String DATE_PREFIX = "# as of ";

    /**
     * @param required columns that every file has
     * @param optional columns that a file may have besides
     */
    record Columns(List<String> required, List<String> optional) {

        boolean has(String name) {
            return required.contains(name) || optional.contains(name);
        }

        List<String> all() {
            var all = new ArrayList<>(required);
            all.addAll(optional);
            return all;
        }
    }

    /** The date in the header of the file. */
    Optional<LocalDate> date() {
        try {
            return text.lines()
                    .filter(line -> line.startsWith(DATE_PREFIX))
                    .map(line -> LocalDate.parse(line.substring(DATE_PREFIX.length()).strip()))
                    .findFirst();
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    List<CatalogRow> rows(Columns columns, CatalogErrors catalogErrors) {
        var rows = new ArrayList<CatalogRow>();
        List<String> header = List.of();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            var sourceLocation = new SourceLocation(source, number, 1);
            if (header.isEmpty()) {
                header = header(line, columns, sourceLocation, catalogErrors);
                if (header.isEmpty()) {
                    return List.of();
                }
            } else {
                rows.add(row(line, header, sourceLocation, catalogErrors));
            }
        }
        return rows;
    }

    /** Empty when the columns are wrong: every line after them would be wrong too. */
    private static List<String> header(
            String line,
            Columns columns,
            SourceLocation sourceLocation,
            CatalogErrors catalogErrors) {
        List<String> names = cells(line, -1);
        int before = catalogErrors.count();
        for (String name : names) {
            if (!columns.has(name)) {
                catalogErrors.add(
                        sourceLocation,
                        UntrustedText.key(name),
                        "There is no such column."
                                + SpellingSuggestion.didYouMean(name, columns.all())
                                + " The first line names the columns: "
                                + Format.list(columns.all())
                                + ".");
            }
        }
        var missing = new TreeSet<>(columns.required());
        missing.removeAll(names);
        missing.forEach(name -> catalogErrors.add(sourceLocation, name, "This column is missing."));
        if (names.stream().distinct().count() < names.size()) {
            catalogErrors.add(sourceLocation, "", "A column appears twice.");
        }
        return catalogErrors.count() == before ? names : List.of();
    }

    private static CatalogRow row(
            String line,
            List<String> header,
            SourceLocation sourceLocation,
            CatalogErrors catalogErrors) {
        List<String> cells = cells(line, header.size());
        Map<String, String> named = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            named.put(header.get(i), cells.get(i));
        }
        return new CatalogRow(sourceLocation, named, catalogErrors);
    }

    /**
     * The last cell may hold the separator: it may be a regular expression.
     *
     * @param columns -1 for any number
     */
    private static List<String> cells(String line, int columns) {
        var cells = new ArrayList<String>();
        for (String cell : line.split("\\|", columns)) {
            cells.add(cell.strip());
        }
        return cells;
    }
}
