package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.base.Say;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Ask.Within;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Team;
import slipway.schedule.picture.Workload;

/** Refuses at once what could never run here, and says what could. */
final class Admission {

    private final Cluster cluster;
    private final Workload workload;
    private final Ask ask;

    Admission(Cluster cluster, Workload workload) {
        this.cluster = cluster;
        this.workload = workload;
        this.ask = workload.ask();
    }

    void check() {
        team();
        type();
        List<Node> fitting = cluster.nodes().stream().filter(this::fits).toList();
        if (fitting.isEmpty()) {
            checkTogether();
            throw tooLarge("No node could hold that, even if it were empty.", largest());
        }
        int most = ask.gang().within() == Within.CLUSTER ? fitting.size() : mostTogether(fitting);
        if (most < ask.gang().least()) {
            throw tooLarge(
                    "Only %s such nodes stand %s."
                            .formatted(
                                    Say.count(most),
                                    ask.gang().within() == Within.CLUSTER
                                            ? "here"
                                            : "in one " + ask.gang().within().word()),
                    most == 0 ? largest() : "Ask for %s nodes.".formatted(Say.count(most)));
        }
        limit(fitting);
    }

    /** It asks for less than a node, where only nodes are given away. */
    private void checkTogether() {
        List<String> nodes =
                cluster.nodes().stream()
                        .map(Node::devices)
                        .filter(devices -> devices.together() && ask.need().allows(devices.type()))
                        .filter(devices -> devices.count() > ask.need().count())
                        .map(devices -> Say.accelerators(devices.count(), devices.type()))
                        .distinct()
                        .sorted()
                        .toList();
        if (!nodes.isEmpty()) {
            throw tooLarge(
                    "Nodes are given away whole here, with all that is in them.",
                    "Ask for all of a node: %s.".formatted(Say.list(nodes, "or")));
        }
    }

    private Problem tooLarge(String why, String next) {
        return new Problem(
                Scheduler.TOO_LARGE,
                "The workload asks for %s.".formatted(ask.sentence()),
                why,
                next);
    }

    private void team() {
        boolean known =
                cluster.teams().stream().anyMatch(team -> team.id().equals(workload.team()));
        if (!known) {
            throw new Problem(
                    Scheduler.UNKNOWN_TEAM,
                    "The workload belongs to team '%s'.".formatted(workload.team()),
                    "The cluster knows no such team.",
                    "Use one of its teams: "
                            + Say.list(
                                    cluster.teams().stream()
                                            .map(team -> team.id().value())
                                            .sorted()
                                            .toList()));
        }
    }

    private void type() {
        var types = new TreeSet<String>();
        cluster.nodes().stream()
                .map(node -> node.devices().type())
                .filter(type -> !type.equals(Node.Devices.NONE))
                .forEach(types::add);
        boolean known =
                ask.need().count() == 0
                        || ask.need().types().isEmpty()
                        || ask.need().types().stream().anyMatch(types::contains);
        if (!known) {
            throw new Problem(
                    Scheduler.UNKNOWN_TYPE,
                    "The workload asks for %s.".formatted(ask.sentence()),
                    "No node here has %s.".formatted(ask.typeWords()),
                    types.isEmpty()
                            ? "There are no accelerators here: ask for none."
                            : "Ask for what there is: " + Say.list(List.copyOf(types), "or") + ".");
        }
    }

    private boolean fits(Node node) {
        return node.suits(ask)
                && node.machine().cpus() >= ask.machine().cpus()
                && node.machine().memory().compareTo(ask.machine().memory()) >= 0;
    }

    /** What the largest node of the types it asks for has. */
    private String largest() {
        Optional<Node> largest =
                cluster.nodes().stream()
                        .filter(node -> ask.need().allows(node.devices().type()))
                        .max(
                                java.util.Comparator.comparingInt(
                                        (Node node) -> node.devices().count()));
        return largest.map(
                        node ->
                                "The largest node has %s%s processors and %s of memory; ask for no more on one node."
                                        .formatted(
                                                accelerators(node.devices()),
                                                Say.number(node.machine().cpus() / 1e3),
                                                Say.bytes(node.machine().memory())))
                .orElse("Ask for other accelerators.");
    }

    private static String accelerators(Node.Devices devices) {
        return devices.type().equals(Node.Devices.NONE)
                ? ""
                : Say.accelerators(devices.count(), devices.type()) + ", ";
    }

    private int mostTogether(List<Node> fitting) {
        Function<Node, String> domain =
                switch (ask.gang().within()) {
                    case NODE -> Node::name;
                    case RACK -> node -> node.site().pod() + "/" + node.site().rack();
                    case POD -> node -> node.site().pod();
                    case CLUSTER -> _ -> "";
                };
        Map<String, Integer> counts = new HashMap<>();
        fitting.forEach(node -> counts.merge(domain.apply(node), 1, Integer::sum));
        return counts.values().stream().mapToInt(count -> count).max().orElse(0);
    }

    private void limit(List<Node> fitting) {
        if (cluster.teams().stream().noneMatch(Team::isLimited)) {
            return; // as in most places; to lay out a board for nothing grows with the cluster
        }
        Share share =
                new Board(cluster.with(List.of(), List.of())).share(workload.team()).orElseThrow();
        List<Problem> refused = new ArrayList<>();
        for (String type :
                new TreeSet<>(fitting.stream().map(node -> node.devices().type()).toList())) {
            int least = ask.perNode() * ask.gang().least();
            Optional<Share> by = share.limitedBy(type, least);
            if (by.isEmpty()) {
                return;
            }
            refused.add(overLimit(by.get(), type));
        }
        refused.stream()
                .findFirst()
                .ifPresent(
                        problem -> {
                            throw problem;
                        });
    }

    private Problem overLimit(Share by, String type) {
        String limit = Say.acceleratorThousandths(by.limit(type), type);
        return new Problem(
                Scheduler.OVER_LIMIT,
                "The workload asks for %s.".formatted(ask.sentence()),
                "Team '%s' may have %s at once.".formatted(by.name(), limit),
                "Ask for no more than %s, or have an admin raise the limit of %s."
                        .formatted(limit, by.name()));
    }
}
