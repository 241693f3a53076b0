package slipway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.testkit.Generator.ints;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.simulate.report.ReportJson;
import slipway.simulate.report.SimulationFinding;
import slipway.simulate.trace.TestFiles;
import slipway.testkit.Property;

/** Properties that hold for every trace and every failure. */
class ReplayPropertiesTest {

    private static final List<String> PRIORITIES = List.of("low", "normal", "high");
    private static final List<String> CHECKPOINTS = List.of("no", "yes", "10m");

    @TempDir private Path folder;

    @Test
    void every_job_ends_exactly_once_and_nothing_is_used_twice() {
        Property.holds(
                60,
                ints(1, 1_000_000),
                seed -> {
                    Simulation simulation = simulation(seed);
                    List<Long> heard = new ArrayList<>();
                    SimulationResult simulationResult = simulation.run(heard::add);
                    SimulationResult.Jobs jobs = simulationResult.jobs();
                    assertThat(jobs.all()).isEqualTo(simulation.jobs());
                    assertThat(jobs.finished() + jobs.abandoned()).isEqualTo(jobs.all());
                    assertThat(heard).hasSize(jobs.all());
                    assertThat(simulationResult.jct().count()).isEqualTo(jobs.finished());
                    assertThat(simulationResult.use().utilization()).isBetween(0.0, 1.0);
                    assertThat(
                                    simulationResult.teams().stream()
                                            .mapToInt(SimulationResult.TeamResult::jobs)
                                            .sum())
                            .isEqualTo(jobs.all());
                    mustNotExceed(simulationResult);
                });
    }

    /** In no interval more is used than exists, and the sum of the use equals what the jobs used. */
    private static void mustNotExceed(SimulationResult simulationResult) {
        double sum = 0;
        for (int at = 0; at < simulationResult.curves().intervals(); at++) {
            double used = simulationResult.curves().mean(TimeAverages.Series.USED, at);
            double free = simulationResult.curves().mean(TimeAverages.Series.FRAGMENTED, at);
            double missing = simulationResult.curves().mean(TimeAverages.Series.UNAVAILABLE, at);
            assertThat(used + free + missing)
                    .isLessThanOrEqualTo(simulationResult.use().capacity() + 1e-6);
            sum += used * simulationResult.curves().intervalMillis() / 1_000 / 3_600_000;
        }
        assertThat(sum)
                .isCloseTo(
                        simulationResult.use().used(),
                        org.assertj.core.data.Percentage.withPercentage(0.01));
    }

    @Test
    void the_same_seed_gives_the_same_result() {
        Property.holds(
                10,
                ints(1, 1_000_000),
                seed -> assertThat(json(simulation(seed))).isEqualTo(json(simulation(seed))));
    }

    private static String json(Simulation simulation) {
        SimulationResult simulationResult = simulation.run(_ -> {});
        return ReportJson.of(
                        new SimulationFinding.Replayed(
                                "x", simulationResult, java.util.Optional.empty(), Duration.ZERO))
                .toString();
    }

    private Simulation simulation(int seed) {
        RandomGenerator chance = SeededRandom.of(seed);
        List<String> lines = new ArrayList<>();
        lines.add(
                "submit,duration,nodes,accelerators,share,team,priority,checkpoint,spot,least,most");
        int jobs = 1 + chance.nextInt(60);
        for (int job = 0; job < jobs; job++) {
            lines.add(line(chance));
        }
        boolean trouble = chance.nextBoolean();
        String lab =
                """
                nodes:
                  - {name: own, count: %d, type: H100, accelerators: 8, rack: 2}
                  - {name: spot, count: 2, type: H100, accelerators: 4, spot: true}
                teams: {a: {quota: {any: 16}}, b: {}}
                schedule: {notice: %ds}
                %s
                """
                        .formatted(
                                4 + chance.nextInt(3),
                                chance.nextInt(3) * 30,
                                trouble ? "failures: {every: 20h}\nreclaims: {every: 10h}" : "");
        Path trace = TestFiles.file(folder, "jobs.csv", lines.toArray(String[]::new));
        Path cluster = TestFiles.file(folder, "lab.yaml", lab);
        return Simulation.of(
                new Study.SlipwayTraceStudy(trace, cluster),
                new Study.Parameters(Duration.ofSeconds(62), seed));
    }

    private static String line(RandomGenerator chance) {
        boolean part = chance.nextInt(5) == 0;
        int nodes = part ? 1 : 1 + chance.nextInt(3);
        int accelerators = part ? 1 : 1 + chance.nextInt(8);
        boolean elastic = !part && nodes > 1 && chance.nextBoolean();
        return String.join(
                ",",
                String.valueOf(chance.nextInt(36_000)),
                String.valueOf(1 + chance.nextInt(20_000)),
                String.valueOf(nodes),
                String.valueOf(accelerators),
                part ? "0.25" : "",
                chance.nextBoolean() ? "a" : "b",
                PRIORITIES.get(chance.nextInt(3)),
                CHECKPOINTS.get(chance.nextInt(3)),
                chance.nextInt(4) == 0 ? "yes" : "no",
                elastic ? "1" : "",
                elastic ? "4" : "");
    }
}
