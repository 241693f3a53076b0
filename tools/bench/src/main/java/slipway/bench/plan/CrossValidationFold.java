package slipway.bench.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * One fit without some of the rows.
 *
 * @param lines of a table of folds, by their kind
 */
record CrossValidationFold(String name, Map<String, List<BundledTable.Line>> lines) {

    static List<CrossValidationFold> of(List<BundledTable.Line> table) {
        Map<String, List<BundledTable.Line>> folds =
                table.stream()
                        .collect(
                                Collectors.groupingBy(
                                        line -> line.text("fold"),
                                        TreeMap::new,
                                        Collectors.toList()));
        return folds.entrySet().stream()
                .map(
                        it ->
                                new CrossValidationFold(
                                        it.getKey(),
                                        it.getValue().stream()
                                                .collect(
                                                        Collectors.groupingBy(
                                                                line -> line.text("kind")))))
                .toList();
    }

    List<BundledTable.Line> of(String kind) {
        return lines.getOrDefault(kind, List.of());
    }

    /** The training tables of the product, with the values of this fit. */
    FitSource training(Map<String, BundledTable.Line> neighbours) {
        return file ->
                switch (file) {
                    case "coefficients.tsv" -> of("coefficient");
                    case "likeness.tsv" -> covariance();
                    case "neighbours.tsv" ->
                            of("neighbour").stream().map(it -> joined(neighbours, it)).toList();
                    default -> BundledTable.table(file);
                };
    }

    private List<BundledTable.Line> covariance() {
        return lines.values().stream()
                .flatMap(List::stream)
                .filter(line -> !line.text("kind").equals("neighbour"))
                .filter(line -> !line.text("kind").equals("kept_out"))
                .toList();
    }

    /** The position of a neighbor does not depend on the fit; the error of the physical model there does. */
    private static BundledTable.Line joined(
            Map<String, BundledTable.Line> neighbours, BundledTable.Line line) {
        BundledTable.Line neighbour = Objects.requireNonNull(neighbours.get(line.text("name")));
        Map<String, String> cells = new HashMap<>(neighbour.cells());
        cells.put("residual", line.text("value"));
        cells.put("noise", line.text("noise"));
        cells.put("weight", line.text("weight"));
        return new BundledTable.Line(cells);
    }

    /** The serving tables with the values of this fit. */
    FitSource serving() {
        return file ->
                switch (file) {
                    case "serve.tsv" ->
                            of("coefficient").stream().map(it -> renamed(it, "value")).toList();
                    case "serve_width.tsv" ->
                            of("width").stream().map(it -> renamed(it, "first")).toList();
                    case "serve_rows.tsv" -> measured();
                    default -> BundledTable.table(file);
                };
    }

    private static BundledTable.Line renamed(BundledTable.Line line, String value) {
        Map<String, String> cells = new HashMap<>(line.cells());
        cells.put("mode", line.text("name"));
        cells.put(value, line.text("first"));
        return new BundledTable.Line(cells);
    }

    /** A row of a fold names a line of the program's table; only its residuals differ. */
    private List<BundledTable.Line> measured() {
        List<BundledTable.Line> all = BundledTable.table("serve_rows.tsv");
        return of("row").stream()
                .map(
                        line -> {
                            int at = Integer.parseInt(line.text("name")) - 1;
                            Map<String, String> cells = new HashMap<>(all.get(at).cells());
                            for (String target : List.of("first", "each", "whole")) {
                                cells.remove("e_" + target);
                                if (line.cells().containsKey(target)) {
                                    cells.put("e_" + target, line.text(target));
                                }
                            }
                            return new BundledTable.Line(cells);
                        })
                .toList();
    }
}
