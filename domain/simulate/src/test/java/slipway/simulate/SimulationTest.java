package slipway.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.simulate.trace.TestFiles;
import slipway.simulate.trace.TraceWindow;

class SimulationTest {

    private static final Study.Parameters ASSUMED = new Study.Parameters(Duration.ofSeconds(62), 1);
    private static final String HEADER = "submit,duration,accelerators,team,priority,checkpoint";
    private static final String TWO_NODES = "nodes: [{count: 2, type: H100, accelerators: 8}]";

    @TempDir private Path folder;

    private SimulationResult replay(String cluster, String... jobs) {
        return simulation(cluster, jobs).run(_ -> {});
    }

    private Simulation simulation(String cluster, String... jobs) {
        String[] lines = new String[jobs.length + 1];
        lines[0] = HEADER;
        System.arraycopy(jobs, 0, lines, 1, jobs.length);
        Path trace = TestFiles.file(folder, "jobs.csv", lines);
        return Simulation.of(
                new Study.SlipwayTraceStudy(trace, TestFiles.file(folder, "lab.yaml", cluster)),
                ASSUMED);
    }

    @Test
    void a_job_that_starts_at_once_ends_after_its_duration() {
        SimulationResult simulationResult = replay(TWO_NODES, "0,3600,8,,,", "10,60,8,,,");
        assertThat(simulationResult.jct().mean()).isEqualTo((3_600 + 60) / 2.0);
        assertThat(simulationResult.waitTimes().mean()).isZero();
        assertThat(simulationResult.use().makespan()).isEqualTo(Duration.ofHours(1));
        assertThat(simulationResult.use().used()).isEqualTo(8 + 8 / 60.0);
        assertThat(simulationResult.use().utilization()).isEqualTo((8 + 8 / 60.0) / 16);
    }

    @Test
    void a_job_without_capacity_waits() {
        SimulationResult simulationResult =
                replay(TWO_NODES, "0,3600,8,,,", "0,3600,8,,,", "0,600,8,,,");
        assertThat(simulationResult.jct().quantile(1)).isEqualTo(Duration.ofMinutes(70));
        assertThat(simulationResult.waitTimes().quantile(1)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_preempted_job_keeps_its_checkpoint_and_pays_the_cost() {
        SimulationResult simulationResult =
                replay(
                        "nodes: [{type: H100, accelerators: 8}]",
                        "0,7200,8,,low,yes",
                        "3600,600,8,,high,");
        assertThat(simulationResult.events().preemptions()).isEqualTo(1);
        // A minute of notice in which it works on, then the other's ten minutes, then 62 s
        // repeated.
        assertThat(simulationResult.jct().quantile(1))
                .isEqualTo(Duration.ofSeconds(7_200 + 600 + 62));
        assertThat(simulationResult.use().lost() * 3_600 / 8).isEqualTo(62, within());
    }

    @Test
    void a_job_without_checkpoints_restarts_from_the_beginning() {
        SimulationResult simulationResult =
                replay(
                        "nodes: [{type: H100, accelerators: 8}]",
                        "0,7200,8,,low,no",
                        "3600,600,8,,high,");
        assertThat(simulationResult.jct().quantile(1)).isEqualTo(Duration.ofSeconds(11_522));
    }

    @Test
    void a_job_that_never_fits_is_excluded_and_counted() {
        SimulationResult simulationResult = replay(TWO_NODES, "0,60,8,,,", "0,60,16,,,");
        assertThat(simulationResult.jobs().all()).isEqualTo(1);
        assertThat(simulationResult.dropped()).containsOnly(Map.entry("ask_too_large", 1));
    }

    @Test
    void failed_nodes_lose_work_since_the_checkpoint_and_return() {
        String lab =
                "{nodes: [{count: 2, type: H100, accelerators: 8}], failures: {every: 6h, repair: 1h}}";
        SimulationResult simulationResult = replay(lab, "0,48h,8,,,30m", "0,48h,8,,,30m");
        assertThat(simulationResult.events().failures()).isPositive();
        assertThat(simulationResult.jobs().finished()).isEqualTo(2);
        assertThat(simulationResult.use().lost()).isPositive();
        assertThat(simulationResult.jct().quantile(1)).isGreaterThan(Duration.ofDays(2));
        assertThat(simulationResult.use().utilization()).isLessThanOrEqualTo(1);
    }

    @Test
    void a_job_that_is_lost_too_often_is_abandoned() {
        String lab =
                "{nodes: [{type: H100, accelerators: 8}], failures: {every: 1h, repair: 1m, retries: 3}}";
        SimulationResult simulationResult = replay(lab, "0,1000h,8,,,no");
        assertThat(simulationResult.jobs().abandoned()).isEqualTo(1);
        assertThat(simulationResult.jobs().finished()).isZero();
    }

    @Test
    void spot_nodes_are_reclaimed_with_a_warning() {
        String lab =
                "{nodes: [{type: H100, accelerators: 8, spot: true}], reclaims: {every: 6h, back: 10m}}";
        Path trace =
                TestFiles.file(
                        folder,
                        "s.csv",
                        "submit,duration,accelerators,spot,checkpoint",
                        "0,48h,8,yes,yes");
        Path cluster = TestFiles.file(folder, "spot.yaml", lab);
        SimulationResult simulationResult =
                Simulation.of(new Study.SlipwayTraceStudy(trace, cluster), ASSUMED).run(_ -> {});
        assertThat(simulationResult.events().reclaims()).isPositive();
        // Only the minute of work that each resume costs is repeated.
        assertThat(simulationResult.use().lost() * 3_600 / 8)
                .isEqualTo(62.0 * simulationResult.events().reclaims(), within());
    }

    @Test
    void more_accelerators_let_jobs_end_sooner() {
        Simulation simulation = simulation(TWO_NODES, "0,3600,8,,,", "0,3600,8,,,", "0,3600,8,,,");
        SimulationResult today = simulation.run(_ -> {});
        SimulationResult then = simulation.plus(new Study.Addition("H100", 8)).run(_ -> {});
        assertThat(then.jct().mean()).isEqualTo(3_600).isLessThan(today.jct().mean());
        assertThat(then.use().capacity()).isEqualTo(24_000);
    }

    @Test
    void virtual_clusters_of_philly_share_no_nodes() {
        Path trace =
                TestFiles.file(
                        folder,
                        "philly.csv",
                        "timestamp,duration,num_gpus,cluster",
                        "2017-10-09 00:00:00,3600,8,a",
                        "2017-10-09 00:00:00,3600,8,a",
                        "2017-10-09 00:00:00,60,8,b");
        Path sizes = TestFiles.file(folder, "vc.csv", "vc,node num", "a,1", "b,4");
        SimulationResult simulationResult =
                Simulation.of(
                                new Study.Philly(trace, Optional.of(sizes), 0.25, TraceWindow.ALL),
                                ASSUMED)
                        .run(_ -> {});
        assertThat(simulationResult.use().capacity()).isEqualTo(16_000);
        assertThat(simulationResult.jct().quantile(1)).isEqualTo(Duration.ofHours(2));
        assertThat(simulationResult.teams())
                .extracting(SimulationResult.TeamResult::team)
                .containsExactly("a", "b");
        assertThat(simulationResult.curves().mean(TimeAverages.Series.USED, 0)).isPositive();
    }

    @Test
    void a_trace_without_jobs_is_a_problem_that_says_why() {
        Problem problem =
                catchThrowableOfType(
                        Problem.class, () -> replay(TWO_NODES, "0,0,8,,,", "0,60,9,,,"));
        assertThat(problem.code().name()).isEqualTo("empty-trace");
        assertThat(problem.why()).contains("1 ask too large", "1 zero duration");
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-6);
    }
}
