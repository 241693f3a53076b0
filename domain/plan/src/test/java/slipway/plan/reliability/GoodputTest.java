package slipway.plan.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class GoodputTest {

    private static final double HOUR = 3_600;

    /** Rare and frequent failures; short, long and asynchronous saves; down to runs with hardly any progress. */
    private static final List<Goodput> MANY =
            List.of(
                    new Goodput(1 / (24 * HOUR), 660, 120, 40, 0),
                    new Goodput(1 / (3 * HOUR), 660, 300, 60, 0),
                    new Goodput(1 / HOUR, 300, 600, 300, 0),
                    new Goodput(1 / HOUR, 0, 0, 900, 0),
                    new Goodput(1 / (3 * HOUR), 660, 300, 5, 600),
                    new Goodput(1 / HOUR, 120, 400, 10, 900),
                    new Goodput(1 / (0.5 * HOUR), 60, 60, 200, 0));

    @Test
    void the_formula_agrees_with_a_simulation() {
        for (Goodput goodput : MANY) {
            for (double factor : new double[] {0.6, 1, 2.5}) {
                double work = goodput.bestInterval() * factor;
                assertThat(played(goodput, work, 4_711))
                        .as(goodput + " saving after " + work)
                        .isCloseTo(goodput.goodput(work), Percentage.withPercentage(1));
            }
        }
    }

    @Test
    void a_run_without_checkpoints_restarts_after_each_failure() {
        var goodput = new Goodput(1 / (6 * HOUR), 600, 60, 30, 0);
        var unsaving = new Goodput(1 / (6 * HOUR), 600, 60, 0, 0);
        assertThat(goodput.unsavedGoodput(12 * HOUR))
                .isCloseTo(played(unsaving, 12 * HOUR, 12), Percentage.withPercentage(1));
    }

    @Test
    void no_other_interval_is_better_than_the_best() {
        for (Goodput goodput : MANY) {
            double best = goodput.bestInterval();
            double least = Math.max(0, goodput.durableDelay() - goodput.blocking());
            for (double other = 0.2; other < 5; other += 0.05) {
                if (best * other >= least) {
                    assertThat(goodput.goodput(best) * (1 + 1e-12))
                            .isGreaterThanOrEqualTo(goodput.goodput(best * other));
                }
            }
        }
    }

    @Test
    void youngs_rule_holds_for_rare_failures_and_dalys_for_longer_saves() {
        var rare = new Goodput(1 / (1_000 * HOUR), 600, 60, 10, 0);
        assertThat(rare.young()).isCloseTo(rare.bestInterval(), Percentage.withPercentage(0.2));
        var frequent = new Goodput(1 / HOUR, 600, 60, 600, 0);
        assertThat(frequent.daly())
                .isCloseTo(frequent.bestInterval(), Percentage.withPercentage(2));
        assertThat(frequent.young() / frequent.bestInterval()).isGreaterThan(1.2);
    }

    @Test
    void an_asynchronous_copy_ends_before_the_next_begins() {
        var slow = new Goodput(1 / HOUR, 300, 60, 5, 3_000);
        assertThat(slow.bestInterval()).isEqualTo(2_995);
    }

    @Test
    void the_shares_of_the_time_add_up_and_the_useful_one_is_the_goodput() {
        for (Goodput goodput : MANY) {
            double work = goodput.bestInterval();
            Goodput.Shares shares = goodput.shares(work);
            assertThat(shares.useful()).isCloseTo(goodput.goodput(work), within(1e-12));
            assertThat(shares.useful() + shares.saving() + shares.redone() + shares.downtime())
                    .isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void without_failures_only_saving_takes_time() {
        var never = new Goodput(0, 600, 60, 10, 0);
        assertThat(never.goodput(990)).isEqualTo(0.99);
        assertThat(never.unsavedGoodput(1e6)).isEqualTo(1);
        assertThat(never.bestInterval()).isInfinite();
    }

    /** Simulates event by event without the formula: failure times are random, everything else follows. */
    private static double played(Goodput run, double work, long seed) {
        RandomGenerator dice = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        double clock = 0;
        double saved = 0; // checkpoints that are durable
        double position = 0; // seconds since the run went on from the last durable one
        double failure = exponential(dice, run.withRate());
        double period = work + run.blocking();
        for (int failures = 0; failures < 300_000; ) {
            double next = period + run.durableDelay() - position;
            if (failure >= next) {
                clock += next;
                failure -= next;
                saved++;
                position = run.durableDelay();
            } else {
                clock += failure + run.restartWait();
                failures++;
                position = 0;
                failure = exponential(dice, run.withRate());
                while (failure < run.loadTime()) {
                    clock += failure + run.restartWait();
                    failures++;
                    failure = exponential(dice, run.withRate());
                }
                clock += run.loadTime();
                failure -= run.loadTime();
            }
        }
        return saved * work / clock;
    }

    private static double exponential(RandomGenerator dice, double rate) {
        return -Math.log(1 - dice.nextDouble()) / rate;
    }
}
