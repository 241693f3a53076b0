package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.schedule.Scheduler;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulableWorkload.Priority;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.testkit.Golden;

/** The texts of explanations. */
class ExplanationTest {

    private static final Instant NOW = Instant.parse("2026-09-24T14:20:00Z");
    private static final TimeFormat TIMES = Format.times(NOW, ZoneOffset.UTC);
    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId LANGUAGE = new TeamId("language");

    private static Node node(String name) {
        return Node.of(
                name, Node.Devices.of("H100", 8), new Node.Machine(96_000, Bytes.gigabytes(1_000)));
    }

    private static SchedulableWorkload workload(
            String id, TeamId team, ResourceRequest resourceRequest, long minutes) {
        RuntimeEstimate runtimeEstimate =
                RuntimeEstimate.of(
                        Duration.ofMinutes(minutes * 9 / 10),
                        Duration.ofMinutes(minutes),
                        Duration.ofMinutes(minutes * 11 / 10),
                        RuntimeEstimate.Source.PLAN);
        return SchedulableWorkload.of(
                        new WorkloadId(id),
                        team,
                        resourceRequest,
                        SchedulableWorkload.Times.of(NOW, runtimeEstimate))
                .withRank(1_000);
    }

    private static ClusterSnapshot cluster(TeamQuotas... teams) {
        List<TeamQuotas> all = new ArrayList<>(List.of(TeamQuotas.of(TeamId.ALL)));
        all.addAll(List.of(teams));
        return ClusterSnapshot.of(List.of(node("h100-a1"), node("h100-b1")), all);
    }

    /** The snapshot after these were submitted one after the other, ten minutes apart. */
    private static ClusterSnapshot after(ClusterSnapshot start, SchedulableWorkload... workloads) {
        ClusterSnapshot clusterSnapshot = start;
        for (SchedulableWorkload schedulableWorkload : workloads) {
            List<PendingWorkload> waiting = new ArrayList<>(clusterSnapshot.pending());
            waiting.add(PendingWorkload.of(schedulableWorkload));
            clusterSnapshot =
                    Scheduler.decide(clusterSnapshot.pending(waiting), NOW.minusSeconds(600))
                            .snapshot();
        }
        return clusterSnapshot;
    }

    private static void golden(String name, ClusterSnapshot clusterSnapshot, String id) {
        Explanation explanation =
                Scheduler.explain(clusterSnapshot, new WorkloadId(id), NOW).orElseThrow();
        Golden.matches(
                "explain/" + name + ".txt", String.join("\n", explanation.lines(TIMES)) + "\n");
    }

    @Test
    void a_job_that_needs_a_whole_node_shows_what_is_free_and_its_start() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("seg-large", VISION, ResourceRequest.of(6), 190),
                        workload("pose", VISION, ResourceRequest.of(6), 120),
                        workload("glossa-sft", VISION, ResourceRequest.of(8).ofTypes("H100"), 370));
        golden("fragmented", clusterSnapshot, "glossa-sft");
    }

    /** Four accelerators are free until 17:01, in 161 minutes. */
    @Test
    void a_suggestion_of_fewer_accelerators_takes_the_time_of_that_size() {
        assertThat(suggestions(70)).contains("--gpus 4");
        assertThat(suggestions(100)).doesNotContain("--gpus 4");
    }

    private static List<String> suggestions(long minutes) {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("pose", VISION, ResourceRequest.of(8), 700),
                        workload("seg-large", VISION, ResourceRequest.of(4), 190),
                        workload("glossa-sft", VISION, ResourceRequest.of(8), 370),
                        workload("ablate", VISION, ResourceRequest.of(8), minutes));
        return Scheduler.explain(clusterSnapshot, new WorkloadId("ablate"), NOW)
                .orElseThrow()
                .suggestions()
                .stream()
                .filter(it -> it.start().at().equals(NOW))
                .map(Explanation.Suggestion::option)
                .toList();
    }

    @Test
    void a_job_blocked_by_a_reservation_names_its_holder() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("pose", VISION, ResourceRequest.of(8), 700),
                        workload("seg-large", VISION, ResourceRequest.of(4), 190),
                        workload("glossa-sft", VISION, ResourceRequest.of(8), 370),
                        workload("ablate", VISION, ResourceRequest.of(4), 300));
        golden("reserved", clusterSnapshot, "ablate");
    }

    @Test
    void a_job_over_its_limit_shows_the_limit() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(
                                TeamQuotas.of(VISION)
                                        .withQuota("H100", TeamQuotas.Quota.of(4).withLimit(6))),
                        workload("seg-large", VISION, ResourceRequest.of(6), 190),
                        workload("ranker", VISION, ResourceRequest.of(2), 60));
        golden("limit", clusterSnapshot, "ranker");
    }

    @Test
    void a_job_within_its_guarantee_names_the_jobs_that_leave_for_it() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(
                                TeamQuotas.of(VISION).withQuota("H100", TeamQuotas.Quota.of(8)),
                                TeamQuotas.of(LANGUAGE).withQuota("H100", TeamQuotas.Quota.of(8))),
                        workload("borrowing-a", LANGUAGE, ResourceRequest.of(8), 600),
                        workload("borrowing-b", LANGUAGE, ResourceRequest.of(8), 600));
        List<PendingWorkload> waiting =
                List.of(PendingWorkload.of(workload("seg", VISION, ResourceRequest.of(8), 60)));
        golden("preempting", clusterSnapshot.pending(waiting), "seg");
    }

    @Test
    void a_job_that_fits_only_nodes_out_of_service_names_them() {
        ClusterSnapshot start = cluster(TeamQuotas.of(VISION));
        List<Node> nodes =
                List.of(
                        start.nodes().get(0).withCondition(Node.Condition.FAILED),
                        start.nodes().get(1).withCondition(Node.Condition.DRAINED));
        ClusterSnapshot clusterSnapshot =
                ClusterSnapshot.of(nodes, start.teams())
                        .pending(
                                List.of(
                                        PendingWorkload.of(
                                                workload(
                                                        "seg",
                                                        VISION,
                                                        ResourceRequest.of(4),
                                                        60))));
        golden("out-of-service", clusterSnapshot, "seg");
    }

    @Test
    void a_job_with_excluded_nodes_names_them_with_reasons() {
        ResourceRequest resourceRequest =
                ResourceRequest.of(8)
                        .withConstraints(
                                ResourceRequest.NodeConstraints.ANYWHERE.excluded(
                                        Map.of(
                                                "h100-b1",
                                                "attempt 2 met an uncorrectable memory error")));
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("pose", VISION, ResourceRequest.of(8), 120),
                        workload("seg", VISION, resourceRequest, 60));
        golden("excluded", clusterSnapshot, "seg");
        ClusterSnapshot alone =
                ClusterSnapshot.of(List.of(node("h100-b1")), clusterSnapshot.teams())
                        .pending(
                                List.of(
                                        PendingWorkload.of(
                                                workload("seg", VISION, resourceRequest, 60))));
        golden("all-excluded", alone, "seg");
    }

    @Test
    void a_job_in_back_off_shows_the_failure_and_a_booked_out_one_the_time() {
        var later =
                new SchedulableWorkload.Times(
                        NOW,
                        Optional.of(
                                new SchedulableWorkload.BackOff(
                                        NOW.plus(Duration.ofHours(3)),
                                        "It ended with exit code 1.")),
                        RuntimeEstimate.unknown(Duration.ofDays(7)));
        ClusterSnapshot clusterSnapshot =
                cluster(TeamQuotas.of(VISION))
                        .pending(
                                List.of(
                                        PendingWorkload.of(
                                                workload("night", VISION, ResourceRequest.of(1), 60)
                                                        .withTimes(later))));
        golden("back-off", clusterSnapshot, "night");
        ClusterSnapshot booked =
                cluster(TeamQuotas.of(VISION))
                        .withBookings(
                                List.of(
                                        new Booking(
                                                Set.of("h100-a1", "h100-b1"),
                                                Optional.empty(),
                                                NOW.plusSeconds(3_600),
                                                NOW.plusSeconds(7_200))))
                        .pending(
                                List.of(
                                        PendingWorkload.of(
                                                workload(
                                                        "long",
                                                        VISION,
                                                        ResourceRequest.of(8),
                                                        600))));
        golden("booked", booked, "long");
    }

    @Test
    void a_job_short_of_cpu_cores_says_so() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload(
                                "loader",
                                VISION,
                                ResourceRequest.of(1)
                                        .withMachine(new Node.Machine(90_000, Bytes.ZERO)),
                                100),
                        workload(
                                "loader-b",
                                VISION,
                                ResourceRequest.of(1)
                                        .withMachine(new Node.Machine(90_000, Bytes.ZERO)),
                                100),
                        workload(
                                "seg",
                                VISION,
                                ResourceRequest.of(2)
                                        .withMachine(new Node.Machine(16_000, Bytes.ZERO)),
                                100));
        golden("cpu-short", clusterSnapshot, "seg");
    }

    @Test
    void what_if_shows_another_start_and_has_no_effect() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("seg-large", VISION, ResourceRequest.of(6), 190),
                        workload("pose", VISION, ResourceRequest.of(6), 120),
                        workload("glossa-sft", VISION, ResourceRequest.of(8), 370));
        SchedulableWorkload smaller = workload("glossa-sft", VISION, ResourceRequest.of(2), 370);
        Explanation explanation = Scheduler.whatIf(clusterSnapshot, smaller, NOW);
        assertThat(explanation.decision()).isInstanceOf(Decision.Start.class);
        assertThat(Scheduler.explain(clusterSnapshot, smaller.id(), NOW).orElseThrow().decision())
                .isInstanceOf(Decision.Wait.class);
    }

    @Test
    void what_if_covers_a_later_start_at_high_priority() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)),
                        workload("seg-large", VISION, ResourceRequest.of(8), 190));
        Instant nine = Instant.parse("2026-09-25T09:00:00Z");
        SchedulableWorkload changed = workload("new", VISION, ResourceRequest.of(8), 60);
        Explanation explanation =
                Scheduler.whatIf(
                        clusterSnapshot,
                        changed.withAttributes(changed.attributes().withPriority(Priority.HIGH))
                                .withTimes(
                                        new SchedulableWorkload.Times(
                                                NOW,
                                                Optional.of(
                                                        new SchedulableWorkload.BackOff(nine, "")),
                                                changed.times().runtime())),
                        NOW);
        assertThat(explanation.start().orElseThrow().at()).isEqualTo(nine);
    }

    @Test
    void the_printed_start_is_the_middle_of_three_runs_and_its_interval_their_range() {
        ClusterSnapshot clusterSnapshot =
                after(
                        cluster(TeamQuotas.of(VISION)).withPolicy(SchedulingPolicy.DEFAULT),
                        workload("a", VISION, ResourceRequest.of(8), 100),
                        workload("b", VISION, ResourceRequest.of(8), 200),
                        workload("c", VISION, ResourceRequest.of(8), 60));
        Instant began = NOW.minusSeconds(600);
        Forecast.Window window =
                Scheduler.forecast(
                                clusterSnapshot,
                                Set.of(new WorkloadId("c")),
                                Scheduler.HORIZON,
                                NOW)
                        .of(new WorkloadId("c"))
                        .orElseThrow();
        assertThat(window.at()).isEqualTo(began.plus(Duration.ofMinutes(100)));
        assertThat(window.earliest()).isEqualTo(began.plus(Duration.ofMinutes(90)));
        assertThat(window.latest()).contains(began.plus(Duration.ofMinutes(110)));
    }

    @Test
    void a_request_that_never_fits_is_refused_with_one_that_would() {
        ClusterSnapshot clusterSnapshot =
                cluster(
                        TeamQuotas.of(VISION)
                                .withQuota("H100", TeamQuotas.Quota.of(4).withLimit(12)));
        List<String> problems = new ArrayList<>();
        for (ResourceRequest resourceRequest :
                List.of(
                        ResourceRequest.of(16),
                        ResourceRequest.of(1).ofTypes("B200"),
                        ResourceRequest.of(8).withNodes(3),
                        ResourceRequest.of(8).withNodes(2),
                        ResourceRequest.of(1).withMachine(new Node.Machine(128_000, Bytes.ZERO)))) {
            assertThatThrownBy(
                            () ->
                                    Scheduler.check(
                                            clusterSnapshot,
                                            workload("big", VISION, resourceRequest, 60)))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem ->
                                    problems.add(
                                            problem.code().name()
                                                    + "\n  "
                                                    + problem.what()
                                                    + "\n  "
                                                    + problem.why()
                                                    + "\n  "
                                                    + problem.next()));
        }
        Golden.matches("explain/refused.txt", String.join("\n", problems) + "\n");
    }

    @Test
    void less_than_a_node_is_refused_where_only_whole_nodes_are_allocated() {
        Node.Devices together = Node.Devices.of("H100", 8).asWholeNode();
        ClusterSnapshot whole =
                ClusterSnapshot.of(
                        List.of(Node.of("n1", together, new Node.Machine(64_000, Bytes.ZERO))),
                        List.of(TeamQuotas.of(TeamId.ALL), TeamQuotas.of(VISION)));
        Scheduler.check(whole, workload("all", VISION, ResourceRequest.of(8), 60));
        for (int less : List.of(0, 2)) {
            assertThatThrownBy(
                            () ->
                                    Scheduler.check(
                                            whole,
                                            workload("few", VISION, ResourceRequest.of(less), 60)))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem ->
                                    assertThat(problem.next())
                                            .isEqualTo("Ask for all of a node: 8 H100."));
        }
    }

    @Test
    void a_request_for_one_accelerator_gets_no_advice_to_request_fewer() {
        assertThat(new Cause.Busy(ResourceRequest.of(1), 0, false, 0).nextStep())
                .doesNotContain("Fewer");
        assertThat(new Cause.Busy(ResourceRequest.of(1), 0, true, 0).nextStep())
                .doesNotContain("Fewer");
        assertThat(new Cause.Busy(ResourceRequest.of(2), 0, false, 0).nextStep())
                .startsWith("Fewer accelerators");
    }
}
