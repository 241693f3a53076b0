package slipway.plan.pilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.Property;

class WarmUpTest {

    @Test
    void steady_steps_have_no_warm_up() {
        assertThat(WarmUp.of(Stream.generate(() -> 1.0).limit(40).toList()))
                .isEqualTo(new WarmUp(0, true, 5));
    }

    @Test
    void steps_are_dropped_until_three_medians_agree() {
        List<Double> steps = new ArrayList<>(List.of(9.0, 5.0, 3.0, 2.0, 2.0, 1.5, 1.5, 1.4));
        steps.addAll(Stream.generate(() -> 1.0).limit(32).toList());
        assertThat(WarmUp.of(steps)).isEqualTo(new WarmUp(10, true, 5));
    }

    @Test
    void a_single_compilation_step_is_dropped_although_the_median_hides_it() {
        List<Double> steps = new ArrayList<>(List.of(1.0, 60.0));
        steps.addAll(Stream.generate(() -> 1.0).limit(38).toList());
        assertThat(WarmUp.of(steps)).isEqualTo(new WarmUp(2, true, 5));
    }

    /** A warm-up that becomes faster and faster, with steps that differ by 2 %. */
    private record Beginning(double slow, double fades, List<Integer> noise) {

        List<Double> steps() {
            List<Double> steps = new ArrayList<>();
            for (int step = 0; step < noise.size(); step++) {
                steps.add((1 + slow * Math.pow(fades, step)) * noise.get(step) / 1_000.0);
            }
            return steps;
        }
    }

    private static final Generator<Beginning> BEGINNINGS =
            choices ->
                    new Beginning(
                            Generator.ints(0, 20).draw(choices),
                            Generator.ints(20, 80).draw(choices) / 100.0,
                            Generator.ints(990, 1_010).list(64, 96).draw(choices));

    @Test
    void a_fading_warm_up_settles_at_the_final_speed() {
        Property.holds(
                BEGINNINGS,
                beginning -> {
                    List<Double> steps = beginning.steps();
                    WarmUp warmUp = WarmUp.of(steps);
                    assertThat(warmUp.settled()).isTrue();
                    List<Double> kept = steps.subList(warmUp.dropped(), steps.size());
                    double mean = kept.stream().mapToDouble(it -> it).average().orElseThrow();
                    assertThat(mean).isBetween(0.98, 1.06);
                });
    }

    @Test
    void no_three_earlier_groups_agree() {
        Property.holds(
                Generator.ints(100, 1_000).map(it -> it / 100.0).list(10, 120),
                steps -> {
                    WarmUp warmUp = WarmUp.of(steps);
                    int group = warmUp.group();
                    for (int from = 0; from + 3 * group <= steps.size(); from += group) {
                        boolean agree = spread(steps, from, group) <= 1.05;
                        boolean before = !warmUp.settled() || from + group < warmUp.dropped();
                        assertThat(agree && before).isFalse();
                    }
                    assertThat(warmUp.dropped()).isLessThan(steps.size());
                });
    }

    private static double spread(List<Double> steps, int from, int group) {
        List<Double> medians = new ArrayList<>();
        for (int at = from; at < from + 3 * group; at += group) {
            medians.add(WarmUp.median(steps.subList(at, at + group)));
        }
        return medians.stream().mapToDouble(it -> it).max().orElseThrow()
                / medians.stream().mapToDouble(it -> it).min().orElseThrow();
    }
}
