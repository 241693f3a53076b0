package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Ask.Gang;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Booking;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Workload;
import slipway.testkit.Choices;
import slipway.testkit.Gen;

/** Small clusters with a little of everything, and what may happen to them. */
final class Scripts {

    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final List<String> TYPES = List.of("H100", "A100");

    private static final List<Workload.Priority> PRIORITIES =
            List.of(Workload.Priority.LOW, Workload.Priority.NORMAL, Workload.Priority.HIGH);

    private Scripts() {}

    /** A cluster with everything switched on now and then. */
    static Gen<Script> scripts(int longest) {
        return choices -> {
            Cluster cluster = cluster(choices);
            int count = 1 + (int) choices.upTo(longest - 1);
            List<Script.Step> steps = new ArrayList<>();
            for (int step = 0; step < count; step++) {
                steps.add(step(choices, step, cluster));
            }
            return new Script(cluster, steps);
        };
    }

    private static Cluster cluster(Choices choices) {
        List<Node> nodes = new ArrayList<>();
        int count = 1 + (int) choices.upTo(6);
        for (int each = 0; each < count; each++) {
            nodes.add(node(choices, each));
        }
        Cluster cluster = Cluster.of(nodes, teams(choices)).under(policy(choices));
        return choices.upTo(7) == 7 ? cluster.booked(List.of(booking(choices, nodes))) : cluster;
    }

    private static Policy policy(Choices choices) {
        Policy policy =
                Policy.USUAL
                        .giving(
                                Duration.ofMinutes(choices.upTo(1) * 10),
                                Duration.ofSeconds(choices.upTo(1) * 60))
                        .keeping(1 + (int) choices.upTo(1))
                        .taking(
                                new Policy.Taking(
                                        choices.upTo(3) != 3,
                                        choices.upTo(1) == 0,
                                        choices.upTo(1) == 0,
                                        50,
                                        (int) choices.upTo(2)));
        return choices.upTo(1) == 0 ? policy : policy.ordered(Policy.Order.FIRST_COME);
    }

    private static Booking booking(Choices choices, List<Node> nodes) {
        Instant from = START.plus(Duration.ofMinutes(choices.upTo(300)));
        return new Booking(
                Set.of(nodes.get((int) choices.upTo(nodes.size() - 1)).name()),
                choices.upTo(1) == 0 ? Optional.empty() : Optional.of(new TeamId("red")),
                from,
                from.plus(Duration.ofMinutes(1 + choices.upTo(120))));
    }

    private static Node node(Choices choices, int number) {
        int devices = 1 << choices.upTo(2);
        String type = TYPES.get((int) choices.upTo(1));
        int grain = choices.upTo(3) == 3 ? 143 : 1;
        var machine = new Node.Machine(devices * 4_000, Bytes.gigabytes(devices * 32L));
        return Node.of("n" + number, new Node.Devices(type, devices, devices, grain), machine)
                .in(new Node.Site("p0", "r" + choices.upTo(1), ""))
                .offered(new Node.Offer(choices.upTo(5) == 5, 2_000_000));
    }

    private static List<Team> teams(Choices choices) {
        Team all = Team.of(TeamId.ALL);
        return List.of(
                all,
                quota(choices, Team.of(new TeamId("red")).under(TeamId.ALL)),
                quota(choices, Team.of(new TeamId("blue")).under(TeamId.ALL)),
                quota(choices, Team.of(new TeamId("blue-sky")).under(new TeamId("blue"))));
    }

    private static Team quota(Choices choices, Team team) {
        Team with = team;
        for (String type : TYPES) {
            if (choices.upTo(2) > 0) {
                int guarantee = (int) choices.upTo(4) * 1_000;
                OptionalInt limit =
                        choices.upTo(2) == 2
                                ? OptionalInt.of(guarantee + (int) choices.upTo(4) * 1_000)
                                : OptionalInt.empty();
                with = with.with(type, new Team.Quota(guarantee, limit, choices.upTo(7) == 7));
            }
        }
        return with;
    }

    private static Script.Step step(Choices choices, int number, Cluster cluster) {
        int nodes = cluster.nodes().size();
        return switch ((int) choices.upTo(19)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 ->
                    new Script.Step.Submit(workload(choices, number), (int) choices.upTo(120));
            case 8 -> new Script.Step.Cancel((int) choices.upTo(50));
            case 9 -> new Script.Step.Fail((int) choices.upTo(nodes - 1));
            case 10 -> new Script.Step.Drain((int) choices.upTo(nodes - 1));
            case 11, 12 -> new Script.Step.Repair((int) choices.upTo(nodes - 1));
            case 13, 14 -> new Script.Step.Save((int) choices.upTo(50));
            default -> new Script.Step.Advance();
        };
    }

    private static Workload workload(Choices choices, int number) {
        String team = List.of("red", "blue", "blue-sky").get((int) choices.upTo(2));
        var id = new WorkloadId("w" + number);
        Instant submitted = START.plusSeconds(number);
        return Workload.of(id, new TeamId(team), ask(choices), times(choices, submitted))
                .behaving(
                        new Workload.Manner(
                                choices.upTo(5) == 5 ? Workload.Kind.SERVICE : Workload.Kind.JOB,
                                PRIORITIES.get((int) choices.upTo(2)),
                                choices.upTo(1) == 1
                                        ? Optional.of(Duration.ofMinutes(20))
                                        : Optional.empty(),
                                Duration.ofMinutes(choices.upTo(2) * 5)))
                .ranked(1 + choices.upTo(3) * 10);
    }

    private static Workload.Times times(Choices choices, Instant submitted) {
        long minutes = 1 + choices.upTo(180);
        Span span =
                choices.upTo(4) == 4
                        ? Span.unknown(Duration.ofMinutes(minutes))
                        : Span.of(
                                Duration.ofMinutes(minutes / 2),
                                Duration.ofMinutes(minutes),
                                Duration.ofMinutes(minutes * 2),
                                Span.Source.HISTORY);
        Optional<Instant> notBefore =
                choices.upTo(9) == 9
                        ? Optional.of(submitted.plus(Duration.ofMinutes(choices.upTo(90))))
                        : Optional.empty();
        return new Workload.Times(submitted, notBefore, span);
    }

    private static Ask ask(Choices choices) {
        Ask ask = choices.upTo(4) == 4 ? Ask.part(100 + (int) choices.upTo(800)) : whole(choices);
        Ask typed =
                switch ((int) choices.upTo(2)) {
                    case 0 -> ask;
                    case 1 -> ask.types("H100");
                    default -> ask.types("A100", "H100");
                };
        Ask fed =
                typed.beside(
                        new Node.Machine(
                                (int) choices.upTo(3) * 2_000, Bytes.gigabytes(choices.upTo(40))));
        return choices.upTo(3) == 3 ? fed.at(new Ask.Where(true, Set.of())) : fed;
    }

    private static Ask whole(Choices choices) {
        Ask ask = Ask.of(1 + (int) choices.upTo(3));
        if (choices.upTo(3) != 3) {
            return ask;
        }
        int nodes = 1 + (int) choices.upTo(2);
        Within within = choices.upTo(1) == 0 ? Within.CLUSTER : Within.RACK;
        return choices.upTo(1) == 0
                ? ask.in(new Gang(nodes, nodes, nodes, within))
                : ask.in(new Gang(nodes, 1, nodes + 1, within));
    }
}
