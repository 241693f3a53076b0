package slipway.bench.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import slipway.bench.kit.BenchContext;
import slipway.plan.table.BundledTable;
import slipway.plan.table.MeasuredCsv;

/**
 * The measured tables, which are next to the checkout and not in it, and the tables that the programs of tools/fit
 * made of them.
 */
record MeasuredTables(Path measured, Path fitted) {

    static MeasuredTables of(BenchContext place) {
        return new MeasuredTables(
                place.checkout().resolve("../shared/data/plan").normalize(),
                place.checkout().resolve("tools/fit/out"));
    }

    /** A table of measurements. */
    MeasuredCsv sheet(String name) {
        Path file = measured.resolve(name);
        if (!Files.exists(file)) {
            throw BenchContext.notMeasured(
                    "The measurements " + name + " are missing.",
                    "The public measurements are not a part of this checkout.",
                    "Put them into ../shared/data/plan beside it.");
        }
        return MeasuredCsv.read(file);
    }

    /**
     * A fitted table: a line of names, then lines of cells, separated by tabs.
     *
     * @param first names of the first columns, where the table has none for them
     */
    List<BundledTable.Line> lines(String name, String... first) throws IOException {
        Path file = fitted.resolve(name);
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                var reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<String> lines = new ArrayList<>(reader.lines().toList());
            String[] names = lines.getFirst().split("\t", -1);
            System.arraycopy(first, 0, names, 0, first.length);
            lines.set(0, String.join("\t", names));
            return BundledTable.lines(lines);
        }
    }
}
