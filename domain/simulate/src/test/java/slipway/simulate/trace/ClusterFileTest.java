package slipway.simulate.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.Quota;
import slipway.testkit.Golden;

class ClusterFileTest {

    @Test
    void the_cluster_file_has_the_sharing_blocks(@TempDir Path folder) throws IOException {
        TraceCluster traceCluster =
                read(
                        folder,
                        """
                        nodes:
                          - {type: H100, count: 4}
                        schedule: {order: first-come, notice: 5m}
                        teams:
                          vision: {weight: 2, quota: {H100: {guarantee: 16, limit: 24}}}
                        """);
        assertEquals(4, traceCluster.nodes().size());
        assertEquals(SchedulingPolicy.Order.FIRST_COME, traceCluster.policy().order());
        assertEquals(Duration.ofMinutes(5), traceCluster.policy().notice());
        assertEquals(
                List.of(
                        new TeamQuotas(
                                new TeamId("vision"),
                                Optional.empty(),
                                Map.of("H100", Quota.of(16).withLimit(24)),
                                2,
                                TeamQuotas.DecayedUsage.NONE)),
                traceCluster.teams());
    }

    @Test
    void mistakes_in_nodes_and_teams_are_reported_together(@TempDir Path folder) {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                read(
                                        folder,
                                        """
                                        nodes:
                                          - {type: H100}
                                          - {type: H100}
                                        teams:
                                          vision: {parent: resarch}
                                          research: {quota: {H100: {guarantee: 8, limit: 4}}}
                                        """));
        Golden.matches(
                "cluster-contradictions.txt",
                problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
    }

    private static TraceCluster read(Path folder, String text) throws IOException {
        return TraceCluster.read(Files.writeString(folder.resolve("cluster.yaml"), text));
    }
}
