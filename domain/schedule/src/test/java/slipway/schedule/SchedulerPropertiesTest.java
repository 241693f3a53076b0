package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.PendingWorkload;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.testkit.Property;

/** Properties that hold for every cluster, every workload and every fault. */
class SchedulerPropertiesTest {

    private static final int SEEDS = 1_000;

    private static void assertAlways(
            java.util.function.Consumer<ScenarioRunner.Observation> check) {
        Property.holds(
                SEEDS, EventScripts.scripts(90), script -> new ScenarioRunner(script, check));
    }

    @Test
    void no_accelerator_cpu_core_or_byte_is_allocated_twice() {
        assertAlways(
                scene -> {
                    Map<String, int[]> used = new HashMap<>();
                    Map<String, Long> cpus = new HashMap<>();
                    Map<String, Long> memory = new HashMap<>();
                    for (RunningWorkload runningWorkload : scene.after().running()) {
                        for (NodeAllocation allocation : allocations(runningWorkload)) {
                            int[] devices =
                                    used.computeIfAbsent(allocation.node(), _ -> new int[64]);
                            allocation
                                    .devices()
                                    .forEach(device -> devices[device] += allocation.thousandths());
                            Node.Machine machine = runningWorkload.workload().request().machine();
                            cpus.merge(allocation.node(), (long) machine.cpus(), Long::sum);
                            memory.merge(allocation.node(), machine.memory().count(), Long::sum);
                        }
                    }
                    for (Node node : scene.after().nodes()) {
                        int[] devices = used.getOrDefault(node.name(), new int[64]);
                        for (int device = 0; device < 64; device++) {
                            assertThat(devices[device])
                                    .isLessThanOrEqualTo(
                                            device < node.devices().count() ? 1_000 : 0);
                        }
                        assertThat(cpus.getOrDefault(node.name(), 0L))
                                .isLessThanOrEqualTo(node.machine().cpus());
                        assertThat(memory.getOrDefault(node.name(), 0L))
                                .isLessThanOrEqualTo(node.machine().memory().count());
                    }
                });
    }

    private static List<NodeAllocation> allocations(RunningWorkload runningWorkload) {
        Map<String, NodeAllocation> byNode = new TreeMap<>();
        List<NodeAllocation> all = new ArrayList<>(runningWorkload.placement().seats());
        runningWorkload
                .departure()
                .flatMap(RunningWorkload.Departure::to)
                .map(Placement::seats)
                .ifPresent(all::addAll);
        all.forEach(
                allocation ->
                        byNode.merge(
                                allocation.node(),
                                allocation,
                                (a, b) ->
                                        new NodeAllocation(
                                                a.node(), a.mask() | b.mask(), a.thousandths())));
        return List.copyOf(byNode.values());
    }

    @Test
    void a_gang_is_placed_whole_within_its_topology_domain() {
        assertAlways(
                scene -> {
                    Map<String, Node> nodes = new HashMap<>();
                    scene.after().nodes().forEach(node -> nodes.put(node.name(), node));
                    for (Decision decision : scene.plan().actions()) {
                        if (decision instanceof Decision.Start(var id, var placement, _)) {
                            ResourceRequest resourceRequest =
                                    scene.after().running().stream()
                                            .filter(
                                                    runningWorkload ->
                                                            runningWorkload.id().equals(id))
                                            .findFirst()
                                            .orElseThrow()
                                            .workload()
                                            .request();
                            assertPlacement(resourceRequest, placement, nodes);
                        }
                    }
                });
    }

    private static void assertPlacement(
            ResourceRequest resourceRequest, Placement placement, Map<String, Node> nodes) {
        assertThat(placement.nodes())
                .isBetween(resourceRequest.gang().minNodes(), resourceRequest.gang().maxNodes());
        Set<String> names = new TreeSet<>();
        Set<String> racks = new TreeSet<>();
        for (NodeAllocation allocation : placement.seats()) {
            Node node = Objects.requireNonNull(nodes.get(allocation.node()));
            assertThat(names.add(node.name())).isTrue();
            racks.add(node.topology().rack());
            assertThat(node.condition()).isEqualTo(Node.Condition.READY);
            assertThat(allocation.count()).isEqualTo(resourceRequest.accelerators().count());
            assertThat(allocation.thousandths())
                    .isEqualTo(
                            node.devices().roundUp(resourceRequest.accelerators().thousandths()));
            assertThat(resourceRequest.accelerators().allows(node.devices().type())).isTrue();
            assertThat(!node.offer().spot() || resourceRequest.constraints().spot()).isTrue();
            assertThat(resourceRequest.constraints().excluded()).doesNotContainKey(node.name());
        }
        if (resourceRequest.gang().within() == ResourceRequest.TopologyDomain.RACK) {
            assertThat(racks).hasSize(1);
        }
    }

    @Test
    void no_team_has_more_than_its_limit() {
        assertAlways(
                scene -> {
                    Map<TeamId, TeamQuotas> teams = new HashMap<>();
                    scene.after()
                            .teams()
                            .forEach(teamQuotas -> teams.put(teamQuotas.id(), teamQuotas));
                    Map<String, Integer> has = new HashMap<>();
                    for (RunningWorkload runningWorkload : scene.after().running()) {
                        String type = typeOf(scene.after(), runningWorkload.placement());
                        Optional<TeamQuotas> team =
                                Optional.ofNullable(teams.get(runningWorkload.workload().team()));
                        while (team.isPresent()) {
                            has.merge(
                                    team.get().id() + "/" + type,
                                    runningWorkload.placement().totalThousandths(),
                                    Integer::sum);
                            team = team.get().parent().map(teams::get);
                        }
                    }
                    teams.values().forEach(teamQuotas -> assertWithinLimits(teamQuotas, has));
                });
    }

    private static void assertWithinLimits(TeamQuotas teamQuotas, Map<String, Integer> has) {
        teamQuotas
                .quotas()
                .forEach(
                        (type, quota) -> {
                            int there = has.getOrDefault(teamQuotas.id() + "/" + type, 0);
                            assertThat(there)
                                    .isLessThanOrEqualTo(quota.limit().orElse(Integer.MAX_VALUE));
                        });
    }

    private static String typeOf(ClusterSnapshot clusterSnapshot, Placement placement) {
        String name = placement.seats().getFirst().node();
        return clusterSnapshot.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow()
                .devices()
                .type();
    }

    @Test
    void every_workload_gets_exactly_one_decision() {
        assertAlways(
                scene -> {
                    List<WorkloadId> decided =
                            scene.plan().decisions().stream().map(Decision::workload).toList();
                    Set<WorkloadId> there = new TreeSet<>();
                    scene.after()
                            .running()
                            .forEach(runningWorkload -> there.add(runningWorkload.id()));
                    scene.after()
                            .pending()
                            .forEach(pendingWorkload -> there.add(pendingWorkload.id()));
                    assertThat(decided).containsExactlyElementsOf(there);
                });
    }

    @Test
    void a_continued_schedule_equals_one_from_scratch() {
        assertAlways(SchedulerPropertiesTest::equalsOneFromScratch);
    }

    static void equalsOneFromScratch(ScenarioRunner.Observation scene) {
        ClusterIndex clusterIndex = new ClusterIndex(scene.before());
        for (Change change : scene.changes()) {
            clusterIndex = ChangeApplier.apply(clusterIndex, change, scene.now());
        }
        Schedule full = Scheduler.decide(clusterIndex.snapshot(), scene.now());
        assertThat(scene.plan().decisions()).isEqualTo(full.decisions());
        assertThat(scene.after()).isEqualTo(full.snapshot());
    }

    @Test
    void the_same_snapshot_in_another_order_gives_the_same_decisions() {
        assertAlways(
                scene -> {
                    ClusterSnapshot given = scene.after();
                    ClusterSnapshot shuffled =
                            new ClusterSnapshot(
                                    given.policy(),
                                    shuffled(given.nodes()),
                                    shuffled(given.teams()),
                                    given.bookings(),
                                    shuffled(given.running()),
                                    shuffled(given.pending()));
                    assertThat(Scheduler.decide(shuffled, scene.now()).decisions())
                            .isEqualTo(Scheduler.decide(given, scene.now()).decisions());
                });
    }

    private static <T> List<T> shuffled(List<T> list) {
        List<T> other = new ArrayList<>(list);
        Collections.shuffle(other, new Random(7));
        return other;
    }

    @Test
    void no_job_is_preempted_before_its_minimum_run_unless_backfilled() {
        assertAlways(
                scene -> {
                    for (Decision decision : scene.plan().actions()) {
                        if (decision instanceof Decision.Preempt(var id, var reason, _)
                                && (reason instanceof Decision.Reason.Reclaimed
                                        || reason instanceof Decision.Reason.Outranked
                                        || reason instanceof Decision.Reason.Overtaken)) {
                            RunningWorkload victim =
                                    scene.after().running().stream()
                                            .filter(
                                                    runningWorkload ->
                                                            runningWorkload.id().equals(id))
                                            .findFirst()
                                            .orElseThrow();
                            assertThat(scene.now())
                                    .isAfterOrEqualTo(
                                            victim.since().plus(minimumRun(victim, scene.after())));
                        }
                    }
                });
    }

    /** The minimum run of the cluster or its own, doubled by each preemption since its last checkpoint. */
    static Duration minimumRun(RunningWorkload victim, ClusterSnapshot clusterSnapshot) {
        Duration own = victim.workload().attributes().minimumRun();
        Duration least = clusterSnapshot.policy().minimumRun();
        Duration longer = own.compareTo(least) > 0 ? own : least;
        boolean saved =
                victim.lastCheckpoint().filter(at -> at.isAfter(victim.since())).isPresent();
        return saved ? longer : longer.multipliedBy(1L << Math.min(6, victim.preemptions()));
    }

    @Test
    void every_job_that_can_run_ends_after_the_last_fault() {
        Property.holds(
                SEEDS,
                EventScripts.scripts(60),
                script -> {
                    List<EventScript.Step> steps = new ArrayList<>(script.steps());
                    for (int node = 0; node < script.start().nodes().size(); node++) {
                        steps.add(new EventScript.Step.Repair(node));
                    }
                    var play = new ScenarioRunner(new EventScript(script.start(), steps), _ -> {});
                    int rounds = 0;
                    while (play.advance()) {
                        assertThat(rounds++).as("rounds").isLessThan(3_000);
                    }
                    for (PendingWorkload pendingWorkload : play.schedule().snapshot().pending()) {
                        ClusterSnapshot alone =
                                new ClusterSnapshot(
                                        script.start().policy(),
                                        script.start().nodes(),
                                        script.start().teams(),
                                        List.of(),
                                        List.of(),
                                        List.of(pendingWorkload.withReservation(Optional.empty())));
                        assertThat(Scheduler.decide(alone, play.now()).runningCount())
                                .as("%s could run", pendingWorkload.id())
                                .isZero();
                    }
                });
    }
}
