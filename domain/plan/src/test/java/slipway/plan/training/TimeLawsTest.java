package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.plan.training.RandomTraining.Drawn;
import slipway.testkit.Property;

/** Laws of the step time by the physical model. */
class TimeLawsTest {

    private static final TrainingModel MODEL = new TrainingModel();

    @Test
    void faster_hardware_never_makes_a_step_longer() {
        Property.holds(
                RandomTraining.anything(),
                it -> {
                    double rate = rate(it, RandomTraining.RATES);
                    assertThat(rate).isPositive().isFinite();
                    for (AcceleratorRates faster : faster()) {
                        assertThat(rate(it, faster))
                                .as(faster.toString())
                                .isGreaterThanOrEqualTo(rate * (1 - 1e-12));
                    }
                });
    }

    private static List<AcceleratorRates> faster() {
        AcceleratorRates now = RandomTraining.RATES;
        return List.of(
                now.scaledBy(1.5, 1),
                now.scaledBy(1, 1.5),
                now.withScaleOut(1.5 * now.links().scaleOut()),
                new AcceleratorRates(
                        "H100",
                        "H100",
                        new AcceleratorRates.Peaks(989, 1979, 0),
                        80,
                        3350,
                        new AcceleratorRates.Links(900, 50, 8)),
                new AcceleratorRates(
                        "H100",
                        "H100",
                        new AcceleratorRates.Peaks(1500, 3000, 0),
                        80,
                        3350,
                        new AcceleratorRates.Links(450, 50, 8)));
    }

    private static double rate(Drawn it, AcceleratorRates rates) {
        return MODEL.physicalRate(configuration(it, rates));
    }

    private static TrainingConfiguration configuration(Drawn it, AcceleratorRates rates) {
        return new TrainingConfiguration(
                it.shape(),
                rates,
                it.method(),
                it.layout(),
                new TrainingBatch(
                        it.sequence(),
                        1,
                        8 * it.layout().dp(),
                        TrainingBatch.Recompute.UNSTATED,
                        0.25,
                        0.5),
                5,
                List.of());
    }
}
