package slipway.simulate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.schedule.snapshot.Node;
import slipway.testkit.Golden;

class TraceClusterTest {

    private static final String[] LAB = {
        "nodes:",
        "  - {name: big, count: 6, type: H100, accelerators: 8, cpus: 96, memory: 1TB, rack: 4, price: 2.40}",
        "  - {count: 2, type: L40S, accelerators: 4, spot: true, labels: [cheap]}",
        "teams:",
        "  vision: {quota: {H100: {guarantee: 16, limit: 32}}, weight: 2}",
        "schedule: {notice: 30s}",
        "failures: {every: 60d, repair: 2h}",
        "reclaims: {every: 12h}"
    };

    @TempDir private Path folder;

    @Test
    void a_file_describes_nodes_teams_policy_and_failures() {
        TraceCluster traceCluster = TraceCluster.read(TestFiles.file(folder, "lab.yaml", LAB));
        assertThat(traceCluster.accelerators())
                .containsOnly(Map.entry("H100", 48), Map.entry("L40S", 8));
        Node first = traceCluster.nodes().getFirst();
        assertThat(first.name()).isEqualTo("big-1");
        assertThat(first.machine()).isEqualTo(new Node.Machine(96_000, Bytes.gigabytes(1_000)));
        assertThat(first.offer()).isEqualTo(new Node.Offer(false, 2_400_000));
        assertThat(traceCluster.nodes().get(4).topology().rack()).isEqualTo("big-rack-2");
        Node spot = traceCluster.nodes().getLast();
        assertThat(spot.name()).isEqualTo("l40s-2");
        assertThat(spot.offer().spot()).isTrue();
        assertThat(spot.labels()).containsExactly("cheap");
        assertThat(traceCluster.teams().getFirst().id()).isEqualTo(new TeamId("vision"));
        assertThat(traceCluster.policy().notice()).isEqualTo(Duration.ofSeconds(30));
        assertThat(traceCluster.failures().failEvery()).isEqualTo(Duration.ofDays(60));
        assertThat(traceCluster.failures().back()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void all_mistakes_of_the_file_are_reported_at_once() {
        Path file =
                TestFiles.file(
                        folder,
                        "lab.yaml",
                        "nodes:",
                        "  - {count: 0, type: H100}",
                        "  - {acelerators: 8, type: A100}",
                        "  - {accelerators: 8, price: cheap}",
                        "teams:",
                        "  vision: {parent: missing}");
        Problem problem = catchThrowableOfType(Problem.class, () -> TraceCluster.read(file));
        Golden.matches(
                "cluster-file.txt",
                problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
    }

    @Test
    void two_groups_cannot_have_one_name() {
        Path file =
                TestFiles.file(
                        folder, "lab.yaml", "nodes: [{type: H100}, {type: H100, accelerators: 4}]");
        assertThat(catchThrowableOfType(Problem.class, () -> TraceCluster.read(file)).why())
                .contains("nodes[2].name");
    }

    @Test
    void added_accelerators_come_in_nodes_like_the_existing_ones() {
        TraceCluster traceCluster =
                TraceCluster.read(TestFiles.file(folder, "lab.yaml", LAB)).plus("H100", 16);
        assertThat(traceCluster.accelerators()).containsEntry("H100", 64);
        Node added = traceCluster.nodes().getLast();
        assertThat(added.machine().cpus()).isEqualTo(96_000);
        assertThat(added.topology().rack()).isEqualTo("added-H100-1");
    }

    @Test
    void an_impossible_addition_names_the_possible_ones() {
        TraceCluster traceCluster = TraceCluster.read(TestFiles.file(folder, "lab.yaml", LAB));
        assertThat(catchThrowableOfType(Problem.class, () -> traceCluster.plus("H100", 12)).next())
                .isEqualTo("Try: --add H100:8 or --add H100:16");
        assertThat(catchThrowableOfType(Problem.class, () -> traceCluster.plus("B200", 8)).why())
                .isEqualTo("The cluster has H100 and L40S.");
    }
}
