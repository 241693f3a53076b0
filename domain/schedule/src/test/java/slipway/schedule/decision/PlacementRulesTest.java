package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.schedule.snapshot.ClusterScenario.POLICY;
import static slipway.schedule.snapshot.ClusterScenario.job;
import static slipway.schedule.snapshot.ClusterScenario.node;
import static slipway.schedule.snapshot.ClusterScenario.team;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.schedule.snapshot.ClusterScenario;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.schedule.snapshot.SchedulingPolicy;

/** The placement rules one by one, each in the smallest cluster that shows it. */
class PlacementRulesTest {

    private static final SchedulingPolicy STILL =
            POLICY.rebalancing(SchedulingPolicy.RebalancingRules.NONE)
                    .preemption(SchedulingPolicy.PreemptionRules.NONE);

    private static Node inRack(String rack, Node node) {
        return node.withTopology(new Node.Topology("pod", rack));
    }

    private static ResourceRequest without(String node, ResourceRequest resourceRequest) {
        return resourceRequest.withConstraints(
                NodeConstraints.ANYWHERE.excluded(Map.of(node, "attempt 1 met an error")));
    }

    @Test
    void a_gang_starts_whole_or_not_at_all() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 8), node("n2", 8)), team("red"));
        story.submit(0, job("small", "red", ResourceRequest.of(1), 60));
        story.submit(0, job("gang", "red", ResourceRequest.of(8).withNodes(2), 60));
        assertThat(story.running()).containsOnlyKeys("small");
        story.ended(60, "small");
        assertThat(story.running()).isEqualTo(Map.of("gang", "n1 n2"));
    }

    @Test
    void a_gang_gets_the_smallest_topology_domain_that_fits_and_of_those_the_fullest() {
        List<Node> nodes =
                List.of(
                        inRack("a", node("a1", 4)),
                        inRack("b", node("b1", 4)),
                        inRack("b", node("b2", 4)),
                        inRack("b", node("b3", 4)),
                        inRack("c", node("c1", 4)),
                        inRack("c", node("c2", 4)));
        var story = ClusterScenario.of(STILL, nodes, team("red"));
        story.submit(0, job("gang", "red", ResourceRequest.of(4).withNodes(2), 60));
        assertThat(story.running()).isEqualTo(Map.of("gang", "c1 c2"));
    }

    @Test
    void a_spot_node_runs_only_jobs_that_accept_spot() {
        var spot = node("n1", 4).withOffer(new Node.Offer(true, 1_000_000));
        var story = ClusterScenario.of(STILL, List.of(spot), team("red"));
        story.submit(0, job("careful", "red", ResourceRequest.of(1), 60));
        var brave = ResourceRequest.of(1).withConstraints(new NodeConstraints(true, Set.of()));
        story.submit(0, job("brave", "red", brave, 60));
        assertThat(story.running()).containsOnlyKeys("brave");
    }

    @Test
    void a_job_avoids_a_node_on_which_it_failed_and_waits_for_another() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(4), 60));
        story.submit(0, job("picky", "red", without("n2", ResourceRequest.of(4)), 60));
        assertThat(story.running()).isEqualTo(Map.of("first", "n1"));
        assertThat(story.cause("picky"))
                .isEqualTo(
                        new Cause.ExcludedNodes(
                                without("n2", ResourceRequest.of(4)), List.of("n2"), true));
        assertThat(story.reservation("picky").placement().seats().getFirst().node())
                .isEqualTo("n1");
        story.ended(30, "first");
        assertThat(story.running()).isEqualTo(Map.of("picky", "n1"));
    }

    @Test
    void a_gang_avoids_a_node_on_which_it_failed() {
        List<Node> nodes = List.of(node("n1", 4), node("n2", 4), node("n3", 4));
        var story = ClusterScenario.of(STILL, nodes, team("red"));
        story.submit(0, job("gang", "red", without("n2", ResourceRequest.of(4).withNodes(2)), 60));
        assertThat(story.running()).isEqualTo(Map.of("gang", "n1 n3"));
        story.submit(0, job("wide", "red", without("n2", ResourceRequest.of(4).withNodes(3)), 60));
        assertThat(story.cause("wide"))
                .isEqualTo(
                        new Cause.ExcludedNodes(
                                without("n2", ResourceRequest.of(4).withNodes(3)),
                                List.of("n2"),
                                false));
    }

    @Test
    void fractions_of_an_accelerator_are_packed_together() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 2)), team("red"));
        story.submit(0, job("half", "red", ResourceRequest.fraction(500), 60));
        story.submit(0, job("other", "red", ResourceRequest.fraction(500), 60));
        story.submit(0, job("whole", "red", ResourceRequest.of(1), 60));
        assertThat(story.running()).containsOnlyKeys("half", "other", "whole");
        assertThat(story.placement("other").seats()).isEqualTo(story.placement("half").seats());
    }

    @Test
    void of_two_equal_nodes_the_one_that_has_the_data_is_chosen() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(
                0,
                job("here", "red", ResourceRequest.of(4), 60)
                        .bytesToCopy(Map.of("n1", slipway.base.Bytes.gigabytes(40))));
        assertThat(story.placement("here").seats().getFirst().node()).isEqualTo("n2");
    }

    @Test
    void a_fraction_is_rounded_up_to_whole_slices() {
        var sevenths = node("n1", new Node.Devices("H100", 1, 1, 7));
        var story = ClusterScenario.of(STILL, List.of(sevenths), team("red"));
        story.submit(0, job("tenth", "red", ResourceRequest.fraction(100), 60));
        story.submit(0, job("half", "red", ResourceRequest.fraction(500), 60));
        assertThat(story.placement("tenth").totalThousandths()).isEqualTo(142);
        assertThat(story.placement("half").totalThousandths()).isEqualTo(571);
    }

    @Test
    void seven_of_seven_slices_fit_and_no_eighth() {
        for (int share : List.of(1, 142, 143)) {
            var sevenths = node("n1", new Node.Devices("H100", 1, 1, 7));
            var story = ClusterScenario.of(STILL, List.of(sevenths), team("red"));
            for (int slice = 1; slice <= 8; slice++) {
                story.submit(0, job("s" + slice, "red", ResourceRequest.fraction(share), 60));
            }
            assertThat(story.running()).containsOnlyKeys("s1", "s2", "s3", "s4", "s5", "s6", "s7");
            assertThat(story.isPending("s8")).isTrue();
        }
    }

    @Test
    void slices_of_every_size_add_up_to_the_accelerator() {
        for (int slices : List.of(1, 2, 3, 4, 7, 1_000)) {
            var devices = new Node.Devices("H100", 1, 1, slices);
            for (int count = 1; count <= slices; count++) {
                int up = devices.roundUp(Math.ceilDiv(count * Node.Devices.WHOLE, slices));
                int rest =
                        devices.roundUp(
                                Math.ceilDiv((slices - count) * Node.Devices.WHOLE, slices));
                assertThat(up).isEqualTo(count * Node.Devices.WHOLE / slices);
                assertThat(up + (count == slices ? 0 : rest)).isLessThanOrEqualTo(1_000);
            }
        }
    }

    @Test
    void whole_node_allocation_admits_no_smaller_request_and_no_neighbor() {
        var together = node("n1", Node.Devices.of("H100", 4).asWholeNode());
        var story = ClusterScenario.of(STILL, List.of(together, node("n2", 4)), team("red"));
        story.submit(0, job("two", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("three", "red", ResourceRequest.of(3), 60));
        story.submit(0, job("four", "red", ResourceRequest.of(4), 60));
        assertThat(story.running()).isEqualTo(Map.of("two", "n2", "four", "n1"));
        assertThat(story.isPending("three")).isTrue();
    }
}
