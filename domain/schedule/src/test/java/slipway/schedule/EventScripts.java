package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Booking;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.Gang;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.testkit.Choices;
import slipway.testkit.Generator;

/** Generates small clusters with a little of every feature, and events that may happen to them. */
public final class EventScripts {

    public static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final List<String> TYPES = List.of("H100", "A100");

    private static final List<SchedulableWorkload.Priority> PRIORITIES =
            List.of(
                    SchedulableWorkload.Priority.LOW,
                    SchedulableWorkload.Priority.NORMAL,
                    SchedulableWorkload.Priority.HIGH);

    private static final SchedulingPolicy OVERTAKING =
            SchedulingPolicy.DEFAULT
                    .withPreemptionTimes(Duration.ZERO, Duration.ZERO)
                    .preemption(new SchedulingPolicy.PreemptionRules(true, true, false, 100, 2));

    private EventScripts() {}

    /**
     * A cluster in which every feature is sometimes enabled. The simplest choice is always the plainest: a step that
     * only lets time pass, a team without a quota, a workload that requests one accelerator and nothing else. So a
     * failing script shrinks to what it needs to fail.
     */
    public static Generator<EventScript> scripts(int longest) {
        Generator<List<Node>> nodes =
                ((Generator<Node>) EventScripts::node).list(1, 10).map(EventScripts::numbered);
        Generator<List<EventScript.Step>> steps =
                ((Generator<EventScript.Step>) EventScripts::step).list(1, longest);
        return choices ->
                new EventScript(cluster(choices, nodes.draw(choices)), named(steps.draw(choices)));
    }

    /** The same for one team with overtaking: all jobs have one priority and checkpoints, and differ by rank only. */
    static Generator<EventScript> overtakingTeam(int longest) {
        return scripts(longest)
                .map(
                        script ->
                                new EventScript(
                                        script.start().withPolicy(OVERTAKING),
                                        script.steps().stream()
                                                .map(EventScripts::asRival)
                                                .toList()));
    }

    /** The same without team hierarchy and without guarantees in whole nodes. */
    static Generator<EventScript> siblingTeams(int longest) {
        return scripts(longest)
                .map(script -> new EventScript(flattened(script.start()), script.steps()));
    }

    private static ClusterSnapshot flattened(ClusterSnapshot clusterSnapshot) {
        return new ClusterSnapshot(
                clusterSnapshot.policy(),
                clusterSnapshot.nodes(),
                clusterSnapshot.teams().stream().map(EventScripts::withoutParent).toList(),
                clusterSnapshot.bookings(),
                clusterSnapshot.running(),
                clusterSnapshot.pending());
    }

    private static TeamQuotas withoutParent(TeamQuotas teamQuotas) {
        TeamQuotas alone = TeamQuotas.of(teamQuotas.id());
        for (var quota : teamQuotas.quotas().entrySet()) {
            TeamQuotas.Quota given = quota.getValue();
            alone =
                    alone.withQuota(
                            quota.getKey(),
                            new TeamQuotas.Quota(given.guarantee(), given.limit(), false));
        }
        return alone;
    }

    private static EventScript.Step asRival(EventScript.Step step) {
        return step instanceof EventScript.Step.Submit(var schedulableWorkload, var truth)
                ? new EventScript.Step.Submit(
                        SchedulableWorkload.of(
                                        schedulableWorkload.id(),
                                        new TeamId("red"),
                                        ResourceRequest.of(
                                                schedulableWorkload
                                                        .request()
                                                        .accelerators()
                                                        .count()),
                                        schedulableWorkload.times())
                                .withAttributes(
                                        SchedulableWorkload.Attributes.JOB.withCheckpointInterval(
                                                Duration.ofMinutes(20)))
                                .withRank(schedulableWorkload.rank()),
                        truth)
                : step;
    }

    private static ClusterSnapshot cluster(Choices choices, List<Node> nodes) {
        ClusterSnapshot clusterSnapshot =
                ClusterSnapshot.of(nodes, teams(choices)).withPolicy(policy(choices));
        return choices.upTo(7) == 7
                ? clusterSnapshot.withBookings(List.of(booking(choices, nodes)))
                : clusterSnapshot;
    }

    private static List<Node> numbered(List<Node> nodes) {
        List<Node> numbered = new ArrayList<>();
        for (Node node : nodes) {
            numbered.add(
                    new Node(
                            "n" + numbered.size(),
                            node.devices(),
                            node.machine(),
                            node.topology(),
                            node.offer(),
                            node.labels(),
                            node.condition()));
        }
        return List.copyOf(numbered);
    }

    /** Names each workload by the number of its step, submitted a second after the one before. */
    private static List<EventScript.Step> named(List<EventScript.Step> steps) {
        List<EventScript.Step> named = new ArrayList<>();
        for (EventScript.Step step : steps) {
            named.add(
                    step instanceof EventScript.Step.Submit(var schedulableWorkload, var truth)
                            ? new EventScript.Step.Submit(
                                    named(schedulableWorkload, named.size()), truth)
                            : step);
        }
        return List.copyOf(named);
    }

    private static SchedulableWorkload named(SchedulableWorkload schedulableWorkload, int number) {
        Duration later = Duration.ofSeconds(number);
        SchedulableWorkload.Times times = schedulableWorkload.times();
        return new SchedulableWorkload(
                new WorkloadId("w" + number),
                schedulableWorkload.team(),
                schedulableWorkload.request(),
                schedulableWorkload.attributes(),
                new SchedulableWorkload.Times(
                        times.submitted().plus(later),
                        times.backOff()
                                .map(
                                        it ->
                                                new SchedulableWorkload.BackOff(
                                                        it.until().plus(later), it.because())),
                        times.runtime()),
                schedulableWorkload.rank(),
                schedulableWorkload.bytesToCopy());
    }

    private static SchedulingPolicy policy(Choices choices) {
        SchedulingPolicy schedulingPolicy =
                SchedulingPolicy.DEFAULT
                        .withPreemptionTimes(
                                Duration.ofMinutes(choices.upTo(1) * 10),
                                Duration.ofSeconds(choices.upTo(1) * 60))
                        .withReservations(1 + (int) choices.upTo(1))
                        .preemption(
                                new SchedulingPolicy.PreemptionRules(
                                        choices.upTo(3) != 3,
                                        choices.upTo(1) == 1,
                                        choices.upTo(1) == 1,
                                        50,
                                        (int) choices.upTo(2)));
        return choices.upTo(1) == 0
                ? schedulingPolicy
                : schedulingPolicy.withOrder(SchedulingPolicy.Order.FIRST_COME);
    }

    private static Booking booking(Choices choices, List<Node> nodes) {
        Instant from = START.plus(Duration.ofMinutes(choices.upTo(300)));
        return new Booking(
                Set.of(nodes.get((int) choices.upTo(nodes.size() - 1)).name()),
                choices.upTo(1) == 0 ? Optional.empty() : Optional.of(new TeamId("red")),
                from,
                from.plus(Duration.ofMinutes(1 + choices.upTo(120))));
    }

    private static Node node(Choices choices) {
        int devices = 1 << choices.upTo(2);
        String type = TYPES.get((int) choices.upTo(1));
        int slices = choices.upTo(3) == 3 ? 7 : Node.Devices.WHOLE;
        var machine = new Node.Machine(devices * 4_000, Bytes.gigabytes(devices * 32L));
        return Node.of("n", new Node.Devices(type, devices, devices, slices), machine)
                .withTopology(new Node.Topology("p0", "r" + choices.upTo(1)))
                .withOffer(new Node.Offer(choices.upTo(5) == 5, 2_000_000));
    }

    private static List<TeamQuotas> teams(Choices choices) {
        TeamQuotas all = TeamQuotas.of(TeamId.ALL);
        return List.of(
                all,
                quota(choices, TeamQuotas.of(new TeamId("red")).withParent(TeamId.ALL)),
                quota(choices, TeamQuotas.of(new TeamId("blue")).withParent(TeamId.ALL)),
                quota(
                        choices,
                        TeamQuotas.of(new TeamId("blue-sky")).withParent(new TeamId("blue"))));
    }

    private static TeamQuotas quota(Choices choices, TeamQuotas teamQuotas) {
        TeamQuotas with = teamQuotas;
        for (String type : TYPES) {
            if (choices.upTo(2) > 0) {
                int guarantee = (int) choices.upTo(4) * 1_000;
                OptionalInt limit =
                        choices.upTo(2) == 2
                                ? OptionalInt.of(guarantee + (int) choices.upTo(4) * 1_000)
                                : OptionalInt.empty();
                with =
                        with.withQuota(
                                type, new TeamQuotas.Quota(guarantee, limit, choices.upTo(7) == 7));
            }
        }
        return with;
    }

    private static EventScript.Step step(Choices choices) {
        return switch ((int) choices.upTo(21)) {
            case 6, 7, 8, 9, 10, 11, 12, 13 ->
                    new EventScript.Step.Submit(workload(choices), (int) choices.upTo(120));
            case 14 -> new EventScript.Step.Cancel((int) choices.upTo(50));
            case 15 -> new EventScript.Step.Fail((int) choices.upTo(9));
            case 16 -> new EventScript.Step.Drain((int) choices.upTo(9));
            case 17, 18 -> new EventScript.Step.Repair((int) choices.upTo(9));
            case 19 -> new EventScript.Step.Save((int) choices.upTo(50));
            case 20, 21 -> new EventScript.Step.Rank((int) choices.upTo(50), rank(choices));
            default -> new EventScript.Step.Advance();
        };
    }

    private static SchedulableWorkload workload(Choices choices) {
        String team = List.of("red", "blue", "blue-sky").get((int) choices.upTo(2));
        return SchedulableWorkload.of(
                        new WorkloadId("w"),
                        new TeamId(team),
                        request(choices),
                        times(choices, START))
                .withAttributes(
                        new SchedulableWorkload.Attributes(
                                choices.upTo(5) == 5
                                        ? SchedulableWorkload.Kind.SERVICE
                                        : SchedulableWorkload.Kind.JOB,
                                PRIORITIES.get((int) choices.upTo(2)),
                                choices.upTo(1) == 1
                                        ? Optional.of(Duration.ofMinutes(20))
                                        : Optional.empty(),
                                Duration.ofMinutes(choices.upTo(2) * 5)))
                .withRank(rank(choices));
    }

    /** A small range, so that many ranks are equal. */
    private static long rank(Choices choices) {
        return 1 + choices.upTo(3) * 10;
    }

    private static SchedulableWorkload.Times times(Choices choices, Instant submitted) {
        long minutes = 1 + choices.upTo(180);
        RuntimeEstimate runtimeEstimate =
                choices.upTo(4) == 4
                        ? RuntimeEstimate.unknown(Duration.ofMinutes(minutes))
                        : RuntimeEstimate.of(
                                Duration.ofMinutes(minutes / 2),
                                Duration.ofMinutes(minutes),
                                Duration.ofMinutes(minutes * 2),
                                RuntimeEstimate.Source.HISTORY);
        Optional<SchedulableWorkload.BackOff> backOff =
                choices.upTo(9) == 9
                        ? Optional.of(
                                new SchedulableWorkload.BackOff(
                                        submitted.plus(Duration.ofMinutes(choices.upTo(90))), ""))
                        : Optional.empty();
        return new SchedulableWorkload.Times(submitted, backOff, runtimeEstimate);
    }

    private static ResourceRequest request(Choices choices) {
        return choices.upTo(11) == 11 ? cpuOnly(choices) : accelerators(choices);
    }

    /** A request without accelerators needs CPU cores. */
    private static ResourceRequest cpuOnly(Choices choices) {
        return ResourceRequest.of(0)
                .withMachine(
                        new Node.Machine(
                                1_000 + (int) choices.upTo(3) * 2_000,
                                Bytes.gigabytes(choices.upTo(40))));
    }

    private static ResourceRequest accelerators(Choices choices) {
        ResourceRequest resourceRequest =
                choices.upTo(4) == 4
                        ? ResourceRequest.fraction(100 + (int) choices.upTo(800))
                        : multiNode(choices);
        ResourceRequest typed =
                switch ((int) choices.upTo(2)) {
                    case 0 -> resourceRequest;
                    case 1 -> resourceRequest.ofTypes("H100");
                    default -> resourceRequest.ofTypes("A100", "H100");
                };
        ResourceRequest fed =
                typed.withMachine(
                        new Node.Machine(
                                (int) choices.upTo(3) * 2_000, Bytes.gigabytes(choices.upTo(40))));
        var where = new ResourceRequest.NodeConstraints(choices.upTo(3) == 3, Set.of());
        return fed.withConstraints(
                choices.upTo(5) == 5 ? where.excluded(excludedNodes(choices)) : where);
    }

    private static Map<String, String> excludedNodes(Choices choices) {
        return Map.of("n" + choices.upTo(3), "it failed there");
    }

    private static ResourceRequest multiNode(Choices choices) {
        ResourceRequest resourceRequest = ResourceRequest.of(1 + (int) choices.upTo(3));
        if (choices.upTo(3) != 3) {
            return resourceRequest;
        }
        int nodes = 1 + (int) choices.upTo(2);
        TopologyDomain within = choices.upTo(1) == 0 ? TopologyDomain.CLUSTER : TopologyDomain.RACK;
        return choices.upTo(1) == 0
                ? resourceRequest.withGang(new Gang(nodes, nodes, nodes, within))
                : resourceRequest.withGang(new Gang(nodes, 1, nodes + 1, within));
    }
}
