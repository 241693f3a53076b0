package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.schedule.snapshot.ClusterScenario.POLICY;
import static slipway.schedule.snapshot.ClusterScenario.at;
import static slipway.schedule.snapshot.ClusterScenario.checkpointing;
import static slipway.schedule.snapshot.ClusterScenario.exactly;
import static slipway.schedule.snapshot.ClusterScenario.highPriority;
import static slipway.schedule.snapshot.ClusterScenario.job;
import static slipway.schedule.snapshot.ClusterScenario.node;
import static slipway.schedule.snapshot.ClusterScenario.service;
import static slipway.schedule.snapshot.ClusterScenario.team;

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
import slipway.schedule.snapshot.ClusterScenario;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.NodeConstraints;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** The scheduling rules one by one, each in the smallest cluster that shows it. */
class SchedulingRulesTest {

    private static final SchedulingPolicy STILL =
            POLICY.rebalancing(SchedulingPolicy.RebalancingRules.NONE)
                    .preemption(SchedulingPolicy.PreemptionRules.NONE);

    @Test
    void a_borrower_is_preempted_for_the_guarantee_after_its_minimum_run() {
        var story =
                ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red", 4), team("blue"));
        story.submit(0, job("guest", "blue", ResourceRequest.of(4), 600));
        story.submit(1, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.preemptedJobs()).isEmpty();
        assertThat(story.cause("owner")).isEqualTo(new Cause.MinimumRun(at(5)));
        story.step(5);
        assertThat(story.preemptedJobs()).containsExactly("guest");
        assertThat(story.cause("owner"))
                .isEqualTo(new Cause.PreemptionInProgress(List.of(new WorkloadId("guest")), at(6)));
        story.stopped(6, "guest");
        assertThat(story.running()).containsOnlyKeys("owner");
    }

    @Test
    void preemption_chooses_the_victim_that_loses_least() {
        var story =
                ClusterScenario.of(
                        POLICY,
                        List.of(node("n1", 4), node("n2", 4)),
                        team("red", 4),
                        team("blue"));
        story.submit(0, checkpointing(job("saved", "blue", ResourceRequest.of(4), 600)));
        story.submit(30, job("young", "blue", ResourceRequest.of(4), 600));
        story.checkpointed(59, "saved");
        story.submit(60, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.preemptedJobs()).containsExactly("saved");
    }

    @Test
    void an_elastic_gang_shrinks_before_a_job_is_preempted() {
        var story =
                ClusterScenario.of(
                        POLICY,
                        List.of(node("n1", 4), node("n2", 4), node("n3", 4)),
                        team("red", 4),
                        team("blue"));
        var elastic = ResourceRequest.of(4).withGang(new Gang(2, 1, 2, TopologyDomain.CLUSTER));
        story.submit(0, job("elastic", "blue", elastic, 600));
        story.submit(0, job("young", "blue", ResourceRequest.of(4), 600));
        story.submit(10, job("owner", "red", ResourceRequest.of(4), 60));
        assertThat(story.preemptedJobs()).isEmpty();
        assertThat(story.decision("elastic")).isInstanceOf(Decision.Resize.class);
    }

    @Test
    void a_backfilled_job_is_preempted_when_the_backfill_window_ends() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "red", ResourceRequest.of(4), 60));
        assertThat(story.reservation("head").latestStart()).isEqualTo(at(60));
        story.submit(1, job("long", "red", ResourceRequest.of(1), 600));
        assertThat(story.cause("long")).isInstanceOf(Cause.Reserved.class);
        story.submit(1, job("short", "red", ResourceRequest.of(1), 59));
        story.submit(1, checkpointing(job("yielding", "red", ResourceRequest.of(1), 600)));
        assertThat(story.running()).containsOnlyKeys("first", "short", "yielding");
        story.step(60, new Change.Ended(new WorkloadId("first")), ended("short"));
        assertThat(story.preemptedJobs()).containsExactly("yielding");
        story.stopped(61, "yielding");
        assertThat(story.running()).containsOnlyKeys("head");
    }

    @Test
    void a_guarantee_used_by_a_team_below_is_not_reserved_above_it() {
        var below = TeamQuotas.of(new TeamId("below")).withParent(new TeamId("blue"));
        var story =
                ClusterScenario.of(
                        POLICY,
                        List.of(node("n1", 4)),
                        team("red"),
                        team("blue", 3),
                        below.withQuota("H100", TeamQuotas.Quota.of(1)));
        story.submit(0, job("borrows", "red", ResourceRequest.of(2), 600));
        story.submit(1, job("above", "blue", ResourceRequest.of(3), 60));
        assertThat(story.reservation("above").viaPreemption()).isTrue();
        story.submit(2, job("own", "below", ResourceRequest.of(1), 60));
        assertThat(story.running()).containsOnlyKeys("borrows", "own");
        assertThat(story.reservation("above").viaPreemption()).isFalse();
    }

    private static Change ended(String name) {
        return new Change.Ended(new WorkloadId(name));
    }

    @Test
    void a_job_of_unknown_runtime_is_never_backfilled() {
        var story = ClusterScenario.of(STILL, List.of(node("n1", 4)), team("red"));
        story.submit(0, job("first", "red", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "red", ResourceRequest.of(4), 60));
        RuntimeEstimate unknown = RuntimeEstimate.unknown(Duration.ofMinutes(10));
        story.submit(0, checkpointing(job("unknown", "red", ResourceRequest.of(1), unknown)));
        assertThat(story.isPending("unknown")).isTrue();
    }

    @Test
    void before_a_booking_only_jobs_that_end_in_time_start() {
        var booking = new Booking(Set.of("n1"), Optional.of(new TeamId("red")), at(60), at(120));
        var story =
                ClusterScenario.of(
                        STILL, List.of(node("n1", 4)), List.of(booking), team("red"), team("blue"));
        story.submit(0, job("long", "blue", ResourceRequest.of(1), 61));
        story.submit(0, job("short", "blue", ResourceRequest.of(1), 60));
        story.submit(0, job("invited", "red", ResourceRequest.of(1), 600));
        assertThat(story.running()).containsOnlyKeys("short", "invited");
        assertThat(story.cause("long")).isInstanceOf(Cause.Booked.class);
        story.step(120);
        assertThat(story.running()).containsKey("long");
    }

    @Test
    void no_job_is_preempted_on_a_node_that_the_pending_job_excludes() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        story.submit(
                0,
                job("first", "red", ResourceRequest.of(4), 600),
                job("second", "red", ResourceRequest.of(4), 600));
        story.submit(
                10, highPriority(job("picky", "red", without("n1", ResourceRequest.of(4)), 60)));
        String onTwo = "n2".equals(story.running().get("first")) ? "first" : "second";
        assertThat(story.preemptedJobs()).containsExactly(onTwo);
    }

    private static ResourceRequest without(String node, ResourceRequest resourceRequest) {
        return resourceRequest.withConstraints(
                NodeConstraints.ANYWHERE.excluded(Map.of(node, "attempt 1 met an error")));
    }

    @Test
    void guarantees_shrink_in_proportion_and_the_cause_says_so() {
        Node lost = node("n2", 4);
        var story =
                ClusterScenario.of(
                        STILL, List.of(node("n1", 4), lost), team("red", 4), team("blue", 4));
        story.condition(0, lost, Node.Condition.FAILED);
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
        var story =
                ClusterScenario.of(
                        POLICY, List.of(node("n1", 4), node("n2", 4)), red, team("blue", 4));
        story.submit(
                0,
                job("a", "blue", ResourceRequest.of(3), 600),
                job("b", "blue", ResourceRequest.of(1), 600));
        assertThat(story.running()).isEqualTo(Map.of("a", "n2", "b", "n2"));
        story.submit(0, job("whole", "red", ResourceRequest.of(4), 60));
        assertThat(story.running()).containsEntry("whole", "n1");
    }

    @Test
    void a_service_preempts_jobs_down_to_their_protected_share() {
        SchedulingPolicy sharing =
                POLICY.preemption(new SchedulingPolicy.PreemptionRules(true, true, true, 50, 0));
        var story = ClusterScenario.of(sharing, List.of(node("n1", 4)), team("red", 4));
        for (int each = 1; each <= 4; each++) {
            story.submit(0, job("job" + each, "red", ResourceRequest.of(1), 600));
        }
        story.submit(
                10, service(job("web", "red", ResourceRequest.of(2), RuntimeEstimate.ENDLESS)));
        assertThat(story.preemptedJobs()).hasSize(2);
        story.submit(
                10, service(job("more", "red", ResourceRequest.of(1), RuntimeEstimate.ENDLESS)));
        assertThat(story.preemptedJobs()).isEmpty();
    }

    @Test
    void a_much_shorter_job_overtakes_a_checkpointing_one() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red"));
        story.submit(
                0, checkpointing(job("long", "red", ResourceRequest.of(4), 6_000)).withRank(6_000));
        story.checkpointed(10, "long");
        story.submit(10, job("quick", "red", ResourceRequest.of(4), 10).withRank(10));
        assertThat(story.preemptedJobs()).containsExactly("long");
    }

    @Test
    void a_slightly_shorter_job_does_not_overtake() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red"));
        story.submit(
                0, checkpointing(job("long", "red", ResourceRequest.of(4), 6_000)).withRank(6_000));
        story.checkpointed(10, "long");
        story.submit(10, job("similar", "red", ResourceRequest.of(4), 3_000).withRank(3_000));
        assertThat(story.preemptedJobs()).isEmpty();
    }

    @Test
    void a_service_is_not_overtaken_by_the_jobs_it_preempts() {
        SchedulingPolicy sharing =
                POLICY.preemption(new SchedulingPolicy.PreemptionRules(true, true, true, 0, 5));
        var story = ClusterScenario.of(sharing, List.of(node("n1", 4)), team("red"));
        story.submit(
                0,
                checkpointing(
                                service(
                                        job(
                                                "web",
                                                "red",
                                                ResourceRequest.of(1),
                                                RuntimeEstimate.ENDLESS)))
                        .withRank(6_000));
        story.submit(10, job("quick", "red", ResourceRequest.of(4), 10).withRank(10));
        assertThat(story.preemptedJobs()).isEmpty();
    }

    @Test
    void small_jobs_are_consolidated_only_when_the_gain_exceeds_the_cost() {
        List<Node> nodes = List.of(node("n1", 4), node("n2", 4));
        var story = ClusterScenario.of(POLICY, nodes, team("red"));
        story.submit(0, checkpointing(job("a", "red", ResourceRequest.of(3), 600)));
        story.submit(0, checkpointing(job("b", "red", ResourceRequest.of(2), 600)));
        story.submit(0, checkpointing(job("c", "red", ResourceRequest.of(1), 600)));
        story.ended(6, "a");
        story.submit(6, checkpointing(job("d", "red", ResourceRequest.of(2), 20)));
        story.checkpointed(25, "c");
        story.submit(25, job("large", "red", ResourceRequest.of(4), 600));
        assertThat(story.decision("large")).isInstanceOf(Decision.Wait.class);
        story.ended(26, "d");
        assertThat(story.decision("c")).isInstanceOf(Decision.Migrate.class);
    }

    @Test
    void an_elastic_gang_grows_when_no_job_is_pending() {
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4), node("n2", 4)), team("red"));
        var elastic = ResourceRequest.of(4).withGang(new Gang(1, 1, 2, TopologyDomain.CLUSTER));
        story.submit(0, job("other", "red", ResourceRequest.of(4), 30));
        story.submit(0, job("elastic", "red", elastic, 600));
        story.ended(30, "other");
        assertThat(story.decision("elastic")).isInstanceOf(Decision.Resize.class);
    }

    @Test
    void a_team_at_its_limit_still_prefers_its_higher_priority() {
        TeamQuotas red = team("red").withQuota("H100", TeamQuotas.Quota.of(0).withLimit(4));
        var story = ClusterScenario.of(POLICY, List.of(node("n1", 4), node("n2", 4)), red);
        story.submit(0, job("low", "red", ResourceRequest.of(4), 600));
        story.submit(10, highPriority(job("urgent", "red", ResourceRequest.of(4), 60)));
        assertThat(story.preemptedJobs()).containsExactly("low");
        story.stopped(11, "low");
        assertThat(story.running()).containsOnlyKeys("urgent");
        assertThat(story.cause("low")).isInstanceOf(Cause.Limit.class);
    }

    @Test
    void a_job_within_its_guarantee_ignores_the_reservation_of_a_borrower() {
        var story =
                ClusterScenario.of(POLICY, List.of(node("n1", 4)), team("red", 2), team("blue"));
        story.submit(0, job("first", "blue", ResourceRequest.of(2), 60));
        story.submit(0, job("head", "blue", ResourceRequest.of(4), 60));
        story.submit(1, job("owner", "red", ResourceRequest.of(2), exactly(600)));
        assertThat(story.running()).containsOnlyKeys("first", "owner");
    }
}
