package slipway.plan.serving;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import slipway.plan.table.Bundled;

/**
 * One line of serve_rows.tsv: a situation that was measured, and the physical model's error there.
 *
 * @param residuals the logarithm of measured over computed, by target; not a number where it was not measured
 * @param rows so many measurements it stands for
 */
record Measured(Situation situation, Spot spot, List<Double> residuals, int rows) {

    /** Not a number where it was not measured. */
    double residual(Target latencyTarget) {
        return residuals.get(latencyTarget.place());
    }

    static Measured of(Bundled.Line line, Bodies servedModels, Cards servingAccelerators) {
        double size = line.number("size");
        var servingDeployment =
                new Deployment(
                        line.text("framework"),
                        servedModels.keyed(line.text("model")),
                        servingAccelerators.named(line.text("accelerator")).orElseThrow(),
                        Arrays.stream(Weight.values())
                                .filter(it -> it.bytes() == size)
                                .findFirst()
                                .orElseThrow(),
                        Mode.named(line.text("mode")).orElseThrow(),
                        line.number("gpus"),
                        line.number("first"),
                        line.number("dp"));
        var servingScenario =
                new Situation(
                        servingDeployment,
                        line.number("isl"),
                        line.number("osl"),
                        new Load(
                                Load.Kind.named(line.text("kind")).orElseThrow(),
                                line.number("load", Double.NaN)));
        return new Measured(
                servingScenario,
                Spot.of(servingScenario),
                Arrays.stream(Target.values())
                        .map(it -> line.number("e_" + it.word(), Double.NaN))
                        .toList(),
                (int) line.number("rows"));
    }

    /** All loads, lengths and releases of one deployment are one group: whoever keeps rows out keeps out all of it. */
    static String group(Situation servingScenario) {
        Deployment it = servingScenario.deployment();
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
