package slipway.plan.serving;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import slipway.plan.table.BundledTable;

/**
 * One line of serve_rows.tsv: a measured scenario and the physical model's error there.
 *
 * @param residuals the logarithm of measured over computed, by target; NaN where it was not measured
 * @param rows number of measurements that this line combines
 */
record MeasuredServing(
        ServingScenario scenario, ServingFeatures features, List<Double> residuals, int rows) {

    /** The residual of a target; NaN where it was not measured. */
    double residual(LatencyTarget latencyTarget) {
        return residuals.get(latencyTarget.index());
    }

    static MeasuredServing of(
            BundledTable.Line line,
            ServedModels servedModels,
            ServingAccelerators servingAccelerators) {
        double size = line.number("size");
        var servingDeployment =
                new ServingDeployment(
                        line.text("framework"),
                        servedModels.byKey(line.text("model")),
                        servingAccelerators.find(line.text("accelerator")).orElseThrow(),
                        NumberFormats.ofFramework(
                                line.text("framework"),
                                Arrays.stream(WeightFormat.values())
                                        .filter(it -> it.bytes() == size)
                                        .findFirst()
                                        .orElseThrow()),
                        BatchingMode.find(line.text("mode")).orElseThrow(),
                        new ServingDeployment.ServingLayout(
                                line.number("gpus"),
                                line.number("first"),
                                line.number("dp"),
                                line.number("gpus") / line.number("dp")));
        var servingScenario =
                new ServingScenario(
                        servingDeployment,
                        line.number("isl"),
                        line.number("osl"),
                        new RequestLoad(
                                RequestLoad.Kind.find(line.text("kind")).orElseThrow(),
                                line.number("load", Double.NaN)));
        return new MeasuredServing(
                servingScenario,
                ServingFeatures.of(servingScenario),
                Arrays.stream(LatencyTarget.values())
                        .map(it -> line.number("e_" + it.word(), Double.NaN))
                        .toList(),
                (int) line.number("rows"));
    }

    /**
     * The group of a row: all loads, lengths and releases of one deployment. Cross-validation excludes whole groups.
     */
    static String group(ServingScenario servingScenario) {
        ServingDeployment it = servingScenario.deployment();
        return String.format(
                        Locale.ROOT,
                        "%s/%s/%s/%s/%s/%.0f",
                        it.family(),
                        it.model().key(),
                        it.accelerator().name(),
                        it.mode().word(),
                        it.formats().weights().word(),
                        it.accelerators())
                .toLowerCase(Locale.ROOT);
    }
}
