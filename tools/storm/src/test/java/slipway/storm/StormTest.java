package slipway.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Seeds 1, 2, 3 and so on: the same storms in every run; {@code slipway.seeds} asks for more, {@code
 * slipway.seed} for one.
 */
class StormTest {

    private static final int STEPS = 200;

    @Test
    void whatever_fails_or_dies_nothing_acknowledged_is_lost_or_done_twice() {
        var sum = new StormTally();
        long start = processor();
        long[] seeds = seeds(3_000);
        for (long seed : seeds) {
            StormReport stormReport = Storm.standard().run(seed, STEPS);
            stormReport.orThrow("StormTest");
            sum.add(stormReport.tally());
        }
        double seconds = (processor() - start) / 1e9;
        System.out.printf(
                "storm: %d seeds x %d steps in %.1f s of one core, %.0f seeds/s: %s%n",
                seeds.length, STEPS, seconds, seeds.length / seconds, sum);
    }

    @Test
    void a_crash_at_every_point_in_turn_loses_nothing() {
        int runs = 0;
        for (long seed : seeds(12)) {
            for (StormReport stormReport : Storm.standard().crashEverywhere(seed, STEPS)) {
                stormReport.orThrow("StormTest");
                runs++;
            }
        }
        System.out.printf("storm: a death at every point in turn, %d runs%n", runs);
    }

    @Test
    void the_same_seed_is_the_same_storm() {
        assertThat(Storm.standard().run(7, STEPS).toString())
                .isEqualTo(Storm.standard().run(7, STEPS).toString());
    }

    @Test
    void the_storm_is_rough_enough_to_prove_something() {
        var sum = new StormTally();
        LongStream.rangeClosed(1, 200)
                .forEach(seed -> sum.add(Storm.standard().run(seed, STEPS).tally()));
        assertThat(sum.acknowledged).isGreaterThan(5_000);
        assertThat(sum.faults).isGreaterThan(500);
        assertThat(sum.crashes).isGreaterThan(200);
        assertThat(sum.stops).isGreaterThan(100);
        assertThat(sum.staleServers).isGreaterThan(100);
        assertThat(sum.interleavings).isGreaterThan(200);
    }

    /** Time of the processor, not of the wall: the rate does not depend on what else the machine does. */
    private static long processor() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long[] seeds(int usual) {
        return Optional.ofNullable(Long.getLong("slipway.seed"))
                .map(seed -> new long[] {seed})
                .orElseGet(
                        () ->
                                LongStream.rangeClosed(
                                                1, Integer.getInteger("slipway.seeds", usual))
                                        .toArray());
    }
}
