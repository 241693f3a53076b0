package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.schedule.snapshot.Story.POLICY;
import static slipway.schedule.snapshot.Story.at;
import static slipway.schedule.snapshot.Story.high;
import static slipway.schedule.snapshot.Story.job;
import static slipway.schedule.snapshot.Story.node;
import static slipway.schedule.snapshot.Story.saving;
import static slipway.schedule.snapshot.Story.service;
import static slipway.schedule.snapshot.Story.span;
import static slipway.schedule.snapshot.Story.team;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.Story;
import slipway.schedule.snapshot.TeamQuotas;

/** The rules one by one, each in the smallest cluster that shows it. */
class StoriesTest {

    private static final SchedulingPolicy STILL =
            POLICY.rebalancing(SchedulingPolicy.RebalancingRules.NONE)
                    .preemption(SchedulingPolicy.PreemptionRules.NONE);

    private static Node in(String rack, Node node) {
        return node.withTopology(new Node.Topology("pod", rack, ""));
    }

    @Test
    void a_gang_starts_whole_or_not_at_all() {
        var story = Story.of(STILL, List.of(node("n1", 8), node("n2", 8)), team("red"));
        story.submit(0, job("small", "red", ResourceRequest.of(1), 60));
        story.submit(0, job("gang", "red", ResourceRequest.of(8).withNodes(2), 60));
        assertThat(story.running()).containsOnlyKeys("small");
        story.ended(60, "small");
        assertThat(story.running()).isEqualTo(Map.of("gang", "n1 n2"));
    }

    @Test
    void a_gang_takes_the_smallest_domain_that_fits_and_of_those_the_fullest() {
        List<Node> nodes =
                List.of(
                        in("a", node("a1", 4)),
                        in("b", node("b1", 4)),
                        in("b", node("b2", 4)),
                        in("b", node("b3", 4)),
                        in("c", node("c1", 4)),
                        in("c", node("c2", 4)));
        var story = Story.of(STILL, nodes, team("red"));
        story.submit(0, job("gang", "red", ResourceRequest.of(4).withNodes(2), 60));
        assertThat(story.running()).isEqualTo(Map.of("gang", "c1 c2"));
    }

    @Test
    void a_borrower_gives_back_to_the_guarantee_after_its_minimum_run() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("guest", "blue", ResourceRequest.of(4), 600));
        story.submit(1, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.stopped()).isEmpty();
        assertThat(story.cause("owner")).isEqualTo(new Cause.MinimumRun(at(5)));
        story.happens(5);
        assertThat(story.stopped()).containsExactly("guest");
        assertThat(story.cause("owner"))
                .isEqualTo(new Cause.PreemptionInProgress(List.of(new WorkloadId("guest")), at(6)));
        story.left(6, "guest");
        assertThat(story.running()).containsOnlyKeys("owner");
    }

    @Test
    void of_those_who_may_be_stopped_the_one_goes_that_loses_least() {
        var story =
                Story.of(
                        POLICY,
                        List.of(node("n1", 4), node("n2", 4)),
                        team("red", 4),
                        team("blue"));
        story.submit(0, saving(job("saved", "blue", ResourceRequest.of(4), 600)));
        story.submit(30, job("young", "blue", ResourceRequest.of(4), 600));
        story.saved(59, "saved");
        story.submit(60, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.stopped()).containsExactly("saved");
    }

    @Test
    void an_elastic_gang_gets_smaller_before_anybody_is_stopped() {
        var story =
                Story.of(
                        POLICY,
                        List.of(node("n1", 4), node("n2", 4), node("n3", 4)),
                        team("red", 4),
                        team("blue"));
        var elastic = ResourceRequest.of(4).withGang(new Gang(2, 1, 2, TopologyDomain.CLUSTER));
        story.submit(0, job("elastic", "blue", elastic, 600));
        story.submit(0, job("young", "blue", ResourceRequest.of(4), 600));
        story.submit(10, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.stopped()).isEmpty();
        assertThat(story.decision("elastic")).isInstanceOf(Decision.Resize.class);
    }

    @Test
    void whoever_is_let_into_a_gap_goes_when_the_place_is_due() {
        var story = Story.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "red", ResourceRequest.of(4), 60));
        assertThat(story.promise("head").latestStart()).isEqualTo(at(60));
        story.submit(1, job("long", "red", ResourceRequest.of(1), 600));
        assertThat(story.cause("long")).isInstanceOf(Cause.Reserved.class);
        story.submit(1, job("short", "red", ResourceRequest.of(1), 59));
        story.submit(1, saving(job("yielding", "red", ResourceRequest.of(1), 600)));
        assertThat(story.running()).containsOnlyKeys("first", "short", "yielding");
        story.happens(60, new Change.Ended(new WorkloadId("first")), ended("short"));
        assertThat(story.stopped()).containsExactly("yielding");
        story.left(61, "yielding");
        assertThat(story.running()).containsOnlyKeys("head");
    }

    @Test
    void what_a_team_below_takes_of_its_own_is_not_promised_above_it() {
        var below = TeamQuotas.of(new TeamId("below")).withParent(new TeamId("blue"));
        var story =
                Story.of(
                        POLICY,
                        List.of(node("n1", 4)),
                        team("red"),
                        team("blue", 3),
                        below.withQuota("H100", TeamQuotas.Quota.of(1)));
        story.submit(0, job("borrows", "red", ResourceRequest.of(2), 600));
        story.submit(1, job("above", "blue", ResourceRequest.of(3), 60));
        assertThat(story.promise("above").viaPreemption()).isTrue();
        story.submit(2, job("own", "below", ResourceRequest.of(1), 60));
        assertThat(story.running()).containsOnlyKeys("borrows", "own");
        assertThat(story.promise("above").viaPreemption()).isFalse();
    }

    private static Change ended(String name) {
        return new Change.Ended(new WorkloadId(name));
    }

    @Test
    void what_takes_nobody_knows_how_long_is_never_let_into_a_gap() {
        var story = Story.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "red", ResourceRequest.of(4), 60));
        RuntimeEstimate unknown = RuntimeEstimate.unknown(Duration.ofMinutes(10));
        story.submit(0, saving(job("unknown", "red", ResourceRequest.of(1), unknown)));
        assertThat(story.waits("unknown")).isTrue();
    }

    @Test
    void before_a_booked_window_only_what_ends_in_time_is_started() {
        var booking = new Booking(Set.of("n1"), Optional.of(new TeamId("red")), at(60), at(120));
        var story =
                Story.of(
                        STILL, List.of(node("n1", 4)), List.of(booking), team("red"), team("blue"));
        story.submit(0, job("long", "blue", ResourceRequest.of(1), 61));
        story.submit(0, job("short", "blue", ResourceRequest.of(1), 60));
        story.submit(0, job("invited", "red", ResourceRequest.of(1), 600));
        assertThat(story.running()).containsOnlyKeys("short", "invited");
        assertThat(story.cause("long")).isInstanceOf(Cause.Booked.class);
        story.happens(120);
        assertThat(story.running()).containsKey("long");
    }

    @Test
    void a_spot_node_is_only_for_who_allows_it() {
        var spot = node("n1", 4).withOffer(new Node.Offer(true, 1_000_000));
        var story = Story.of(STILL, List.of(spot), team("red"));
        story.submit(0, job("careful", "red", ResourceRequest.of(1), 60));
        var brave = ResourceRequest.of(1).withConstraints(new NodeConstraints(true, Set.of()));
        story.submit(0, job("brave", "red", brave, 60));
        assertThat(story.running()).containsOnlyKeys("brave");
    }

    @Test
    void one_is_kept_away_from_a_node_it_failed_on_and_waits_for_another() {
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(4), 60));
        story.submit(0, job("picky", "red", without("n2", ResourceRequest.of(4)), 60));
        assertThat(story.running()).isEqualTo(Map.of("first", "n1"));
        assertThat(story.cause("picky"))
                .isEqualTo(
                        new Cause.ExcludedNodes(
                                without("n2", ResourceRequest.of(4)), List.of("n2"), true));
        assertThat(story.promise("picky").placement().seats().getFirst().node()).isEqualTo("n1");
        story.ended(30, "first");
        assertThat(story.running()).isEqualTo(Map.of("picky", "n1"));
    }

    @Test
    void nobody_is_stopped_on_a_node_that_the_one_in_need_is_kept_away_from() {
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(
                0,
                job("first", "red", ResourceRequest.of(4), 600),
                job("second", "red", ResourceRequest.of(4), 600));
        story.submit(10, high(job("picky", "red", without("n1", ResourceRequest.of(4)), 60)));
        String onTwo = "n2".equals(story.running().get("first")) ? "first" : "second";
        assertThat(story.stopped()).containsExactly(onTwo);
    }

    @Test
    void a_gang_does_without_a_node_it_failed_on() {
        List<Node> nodes = List.of(node("n1", 4), node("n2", 4), node("n3", 4));
        var story = Story.of(STILL, nodes, team("red"));
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

    private static ResourceRequest without(String node, ResourceRequest resourceRequest) {
        return resourceRequest.withConstraints(
                NodeConstraints.ANYWHERE.excluded(Map.of(node, "attempt 1 met an error")));
    }

    @Test
    void guarantees_shrink_in_proportion_and_the_cause_says_so() {
        Node lost = node("n2", 4);
        var story = Story.of(STILL, List.of(node("n1", 4), lost), team("red", 4), team("blue", 4));
        story.becomes(0, lost, Node.Condition.FAILED);
        story.submit(0, job("red", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("blue", "blue", ResourceRequest.of(2), 60));
        story.submit(0, job("more", "red", ResourceRequest.of(2), 60));
        assertThat(story.running()).containsOnlyKeys("red", "blue");
        assertThat(story.cause("more"))
                .isEqualTo(new Cause.Busy(ResourceRequest.of(2), 0, true, 2_000));
    }

    @Test
    void a_guarantee_in_whole_nodes_is_kept_as_whole_nodes() {
        TeamQuotas red = team("red").withQuota("H100", TeamQuotas.Quota.of(4).inWholeNodes());
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 4)), red, team("blue", 4));
        story.submit(
                0,
                job("a", "blue", ResourceRequest.of(3), 600),
                job("b", "blue", ResourceRequest.of(1), 600));
        assertThat(story.running()).isEqualTo(Map.of("a", "n2", "b", "n2"));
        story.submit(0, job("whole", "red", ResourceRequest.of(4), 60));
        assertThat(story.running()).containsEntry("whole", "n1");
    }

    @Test
    void a_service_takes_from_jobs_down_to_what_is_kept_for_them() {
        SchedulingPolicy sharing =
                POLICY.preemption(new SchedulingPolicy.PreemptionRules(true, true, true, 50, 0));
        var story = Story.of(sharing, List.of(node("n1", 4)), team("red", 4));
        for (int each = 1; each <= 4; each++) {
            story.submit(0, job("job" + each, "red", ResourceRequest.of(1), 600));
        }
        story.submit(
                10, service(job("web", "red", ResourceRequest.of(2), RuntimeEstimate.ENDLESS)));
        assertThat(story.stopped()).hasSize(2);
        story.submit(
                10, service(job("more", "red", ResourceRequest.of(1), RuntimeEstimate.ENDLESS)));
        assertThat(story.stopped()).isEmpty();
    }

    @Test
    void parts_of_an_accelerator_are_packed_together() {
        var story = Story.of(STILL, List.of(node("n1", 2)), team("red"));
        story.submit(0, job("half", "red", ResourceRequest.fraction(500), 60));
        story.submit(0, job("other", "red", ResourceRequest.fraction(500), 60));
        story.submit(0, job("whole", "red", ResourceRequest.of(1), 60));
        assertThat(story.running()).containsOnlyKeys("half", "other", "whole");
        assertThat(story.placement("other").seats()).isEqualTo(story.placement("half").seats());
    }

    @Test
    void of_two_nodes_alike_the_one_that_has_the_data_is_taken() {
        var story = Story.of(STILL, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(
                0,
                job("here", "red", ResourceRequest.of(4), 60)
                        .bytesToCopy(Map.of("n1", slipway.base.Bytes.gigabytes(40))));
        assertThat(story.placement("here").seats().getFirst().node()).isEqualTo("n2");
    }

    @Test
    void a_slice_is_no_smaller_than_the_grain() {
        var sevenths = node("n1", new Node.Devices("H100", 1, 1, 143));
        var story = Story.of(STILL, List.of(sevenths), team("red"));
        story.submit(0, job("tenth", "red", ResourceRequest.fraction(100), 60));
        story.submit(0, job("half", "red", ResourceRequest.fraction(500), 60));
        assertThat(story.placement("tenth").totalThousandths()).isEqualTo(143);
        assertThat(story.placement("half").totalThousandths()).isEqualTo(572);
    }

    @Test
    void where_nodes_are_given_whole_nobody_gets_less_or_sits_beside() {
        var together = node("n1", Node.Devices.of("H100", 4).asWholeNode());
        var story = Story.of(STILL, List.of(together, node("n2", 4)), team("red"));
        story.submit(0, job("two", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("three", "red", ResourceRequest.of(3), 60));
        story.submit(0, job("four", "red", ResourceRequest.of(4), 60));
        assertThat(story.running()).isEqualTo(Map.of("two", "n2", "four", "n1"));
        assertThat(story.waits("three")).isTrue();
    }

    @Test
    void who_will_soon_be_done_overtakes_who_has_much_longer_to_go() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red"));
        story.submit(0, saving(job("long", "red", ResourceRequest.of(4), 6_000)).withRank(6_000));
        story.saved(10, "long");
        story.submit(10, job("quick", "red", ResourceRequest.of(4), 10).withRank(10));
        assertThat(story.stopped()).containsExactly("long");
    }

    @Test
    void who_has_not_much_less_to_go_waits_its_turn() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red"));
        story.submit(0, saving(job("long", "red", ResourceRequest.of(4), 6_000)).withRank(6_000));
        story.saved(10, "long");
        story.submit(10, job("similar", "red", ResourceRequest.of(4), 3_000).withRank(3_000));
        assertThat(story.stopped()).isEmpty();
    }

    @Test
    void a_service_is_not_overtaken_by_the_jobs_it_takes_from() {
        SchedulingPolicy sharing =
                POLICY.preemption(new SchedulingPolicy.PreemptionRules(true, true, true, 0, 5));
        var story = Story.of(sharing, List.of(node("n1", 4)), team("red"));
        story.submit(
                0,
                saving(service(job("web", "red", ResourceRequest.of(1), RuntimeEstimate.ENDLESS)))
                        .withRank(6_000));
        story.submit(10, job("quick", "red", ResourceRequest.of(4), 10).withRank(10));
        assertThat(story.stopped()).isEmpty();
    }

    @Test
    void small_ones_are_moved_together_only_when_it_pays() {
        List<Node> nodes = List.of(node("n1", 4), node("n2", 4));
        var story = Story.of(POLICY, nodes, team("red"));
        story.submit(0, saving(job("a", "red", ResourceRequest.of(3), 600)));
        story.submit(0, saving(job("b", "red", ResourceRequest.of(2), 600)));
        story.submit(0, saving(job("c", "red", ResourceRequest.of(1), 600)));
        story.ended(6, "a");
        story.submit(6, saving(job("d", "red", ResourceRequest.of(2), 20)));
        story.saved(25, "c");
        story.submit(25, job("large", "red", ResourceRequest.of(4), 600));
        assertThat(story.decision("large")).isInstanceOf(Decision.Wait.class);
        story.ended(26, "d");
        assertThat(story.decision("c")).isInstanceOf(Decision.Migrate.class);
    }

    @Test
    void an_elastic_gang_grows_when_nobody_waits() {
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        var elastic = ResourceRequest.of(4).withGang(new Gang(1, 1, 2, TopologyDomain.CLUSTER));
        story.submit(0, job("other", "red", ResourceRequest.of(4), 30));
        story.submit(0, job("elastic", "red", elastic, 600));
        story.ended(30, "other");
        assertThat(story.decision("elastic")).isInstanceOf(Decision.Resize.class);
    }

    @Test
    void at_its_limit_a_team_still_puts_its_higher_priority_first() {
        TeamQuotas red = team("red").withQuota("H100", TeamQuotas.Quota.of(0).withLimit(4));
        var story = Story.of(POLICY, List.of(node("n1", 4), node("n2", 4)), red);
        story.submit(0, job("low", "red", ResourceRequest.of(4), 600));
        story.submit(10, high(job("urgent", "red", ResourceRequest.of(4), 60)));
        assertThat(story.stopped()).containsExactly("low");
        story.left(11, "low");
        assertThat(story.running()).containsOnlyKeys("urgent");
        assertThat(story.cause("low")).isInstanceOf(Cause.Limit.class);
    }

    @Test
    void who_fits_a_gap_of_a_borrower_need_not_when_it_is_within_its_guarantee() {
        var story = Story.of(POLICY, List.of(node("n1", 4)), team("red", 2), team("blue"));
        story.submit(0, job("first", "blue", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "blue", ResourceRequest.of(4), 60));
        story.submit(1, job("owner", "red", ResourceRequest.of(2), span(600)));
        assertThat(story.running()).containsOnlyKeys("first", "owner");
    }
}
