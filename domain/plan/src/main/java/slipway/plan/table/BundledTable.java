package slipway.plan.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A bundled table: a header line, then lines of cells separated by tabs. */
public final class BundledTable {

    private BundledTable() {}

    /** One line; empty cells are absent. */
    public record Line(Map<String, String> cells) {

        public String text(String name) {
            return cells.getOrDefault(name, "");
        }

        public double number(String name) {
            return Double.parseDouble(Objects.requireNonNull(cells.get(name), name));
        }

        public double number(String name, double other) {
            return cells.containsKey(name) ? number(name) : other;
        }
    }

    public static List<Line> table(String file) {
        return lines(text(file).lines().toList());
    }

    /** Parses lines of the same form. */
    public static List<Line> lines(List<String> lines) {
        String[] names = lines.getFirst().split("\t", -1);
        return lines.stream().skip(1).map(line -> line(names, line.split("\t", -1))).toList();
    }

    /** Reads a table of names and values. */
    public static FittedCoefficients coefficients(String file) {
        return FitSource.BUNDLED.coefficients(file);
    }

    private static Line line(String[] names, String[] cells) {
        Map<String, String> named = new HashMap<>();
        for (int at = 0; at < cells.length; at++) {
            if (!cells[at].isEmpty()) {
                named.put(names[at], cells[at]);
            }
        }
        return new Line(named);
    }

    private static String text(String file) {
        try (InputStream in = BundledTable.class.getResourceAsStream("/slipway/plan/" + file)) {
            byte[] bytes = Objects.requireNonNull(in, file).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
