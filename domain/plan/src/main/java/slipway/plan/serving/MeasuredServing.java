package slipway.plan.serving;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import slipway.plan.table.BundledTable;

/**
 * One line of serve_rows.tsv: a situation that was measured, and the physical model's error there.
 *
 * @param residuals the logarithm of measured over computed, by target; not a number where it was not measured
 * @param rows so many measurements it stands for
 */
record MeasuredServing(
        ServingScenario situation, ServingFeatures spot, List<Double> residuals, int rows) {

    /** Not a number where it was not measured. */
    double residual(LatencyTarget latencyTarget) {
        return residuals.get(latencyTarget.place());
    }

    static MeasuredServing of(
            BundledTable.Line line,
            ServedModels servedModels,
            ServingAccelerators servingAccelerators) {
        double size = line.number("size");
        var servingDeployment =
                new ServingDeployment(
                        line.text("framework"),
                        servedModels.keyed(line.text("model")),
                        servingAccelerators.named(line.text("accelerator")).orElseThrow(),
                        Arrays.stream(WeightFormat.values())
                                .filter(it -> it.bytes() == size)
                                .findFirst()
                                .orElseThrow(),
                        BatchingMode.named(line.text("mode")).orElseThrow(),
                        line.number("gpus"),
                        line.number("first"),
                        line.number("dp"));
        var servingScenario =
                new ServingScenario(
                        servingDeployment,
                        line.number("isl"),
                        line.number("osl"),
                        new RequestLoad(
                                RequestLoad.Kind.named(line.text("kind")).orElseThrow(),
                                line.number("load", Double.NaN)));
        return new MeasuredServing(
                servingScenario,
                ServingFeatures.of(servingScenario),
                Arrays.stream(LatencyTarget.values())
                        .map(it -> line.number("e_" + it.word(), Double.NaN))
                        .toList(),
                (int) line.number("rows"));
    }

    /** All loads, lengths and releases of one deployment are one group: whoever keeps rows out keeps out all of it. */
    static String group(ServingScenario servingScenario) {
        ServingDeployment it = servingScenario.deployment();
        return "%s/%s/%s/%s/%s/%.0f"
                .formatted(
                        it.family(),
                        it.body().key(),
                        it.card().name(),
                        it.mode().word(),
                        it.weight().word(),
                        it.cards())
                .toLowerCase(Locale.ROOT);
    }
}
