package slipway.simulate.trace;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.NameSyntax;
import slipway.schedule.config.ClusterSharing;
import slipway.schedule.snapshot.Node;
import slipway.spec.BlockSchema;
import slipway.spec.BlockValues;
import slipway.spec.Document;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;

/** The file that describes a cluster: groups of equal nodes, how they are shared, and how they fail. */
final class ClusterFile {

    private static final String NEXT =
            "Nothing was simulated. The form of the file: slipway help simulate";

    // A group of equal nodes.
    private static final SpecKey<String> NAME =
            SpecKey.of(
                    "name", name(), "Name of the nodes, followed by a number. Default: the type.");
    private static final SpecKey<Integer> COUNT =
            SpecKey.of("count", ValueType.wholeNumber(1, 100_000), "Number of nodes.")
                    .withDefault("1");
    private static final SpecKey<String> TYPE =
            SpecKey.of("type", ValueType.line(), "The type of accelerator.")
                    .required()
                    .example("H100");
    private static final SpecKey<Integer> ACCELERATORS =
            SpecKey.of(
                            "accelerators",
                            ValueType.wholeNumber(0, Node.Devices.MAX_COUNT),
                            "Number of accelerators on each node.")
                    .withDefault("8");
    private static final SpecKey<Integer> CPUS =
            SpecKey.of(
                    "cpus",
                    ValueType.wholeNumber(0, 1_000_000),
                    "CPU cores of each node. Default: more than any job needs.");
    private static final SpecKey<Bytes> MEMORY =
            SpecKey.of(
                            "memory",
                            ValueType.bytes(),
                            "Memory of each node. Default: more than any job needs.")
                    .example("1TB");
    private static final SpecKey<Integer> RACK =
            SpecKey.of("rack", ValueType.wholeNumber(1, 100_000), "Number of nodes in one rack.");
    private static final SpecKey<Integer> POD =
            SpecKey.of("pod", ValueType.wholeNumber(1, 100_000), "Number of racks in one pod.");
    private static final SpecKey<Boolean> SPOT =
            SpecKey.of("spot", ValueType.bool(), "Whether they are spot nodes.")
                    .withDefault("false");
    private static final SpecKey<Long> PRICE =
            SpecKey.of("price", price(), "Price of one accelerator for an hour.")
                    .withDefault("0")
                    .example("2.40");
    private static final SpecKey<List<String>> LABELS =
            SpecKey.of(
                    "labels", ValueType.listOf(ValueType.line()), "Labels that a job may require.");

    // Failures.
    private static final SpecKey<Duration> FAIL_EVERY =
            SpecKey.of("every", ValueType.duration(), "Mean time between failures of a node.")
                    .required();
    private static final SpecKey<Duration> REPAIR =
            SpecKey.of("repair", ValueType.duration(), "Time to repair it.").withDefault("4h");
    private static final SpecKey<Integer> RETRIES =
            SpecKey.of(
                            "retries",
                            ValueType.wholeNumber(0, 1_000),
                            "How often a lost job is started again.")
                    .withDefault("20");
    private static final SpecKey<Duration> RECLAIM_EVERY =
            SpecKey.of("every", ValueType.duration(), "Mean time between reclaims of a spot node.")
                    .required();
    private static final SpecKey<Duration> BACK =
            SpecKey.of("back", ValueType.duration(), "Time until it is replaced.")
                    .withDefault("30m");

    private static final SpecKey<List<BlockValues>> NODES =
            SpecKey.of(
                            "nodes",
                            ValueType.listOf(
                                    BlockSchema.of(
                                            NAME,
                                            COUNT,
                                            TYPE,
                                            ACCELERATORS,
                                            CPUS,
                                            MEMORY,
                                            RACK,
                                            POD,
                                            SPOT,
                                            PRICE,
                                            LABELS)),
                            "Groups of equal nodes.")
                    .required();
    private static final SpecKey<BlockValues> FAILURES =
            SpecKey.of("failures", BlockSchema.of(FAIL_EVERY, REPAIR, RETRIES), "How nodes fail.");
    private static final SpecKey<BlockValues> RECLAIMS =
            SpecKey.of(
                    "reclaims",
                    BlockSchema.of(RECLAIM_EVERY, BACK),
                    "How spot nodes are reclaimed.");

    static final BlockSchema SHAPE =
            BlockSchema.of(
                    NODES, ClusterSharing.TEAMS, ClusterSharing.SCHEDULE, FAILURES, RECLAIMS);

    private final Document document;
    private final BlockValues blockValues;
    private final List<Mistake> mistakes = new ArrayList<>();

    private ClusterFile(Document document) {
        this.document = document;
        this.blockValues = SHAPE.read(document, NEXT);
    }

    static TraceCluster read(Path file) {
        return new ClusterFile(Document.read(file)).cluster();
    }

    private TraceCluster cluster() {
        List<Node> nodes = nodes();
        ClusterSharing clusterSharing = ClusterSharing.of(blockValues, mistakes::add);
        if (!mistakes.isEmpty()) {
            throw Mistakes.problem(BlockSchema.INVALID_DOCUMENT, document.name(), mistakes, NEXT);
        }
        return new TraceCluster(nodes, clusterSharing.teams(), clusterSharing.policy(), failures());
    }

    private void report(SpecKey<?> specKey, String path, String text) {
        mistakes.add(new Mistake(blockValues.location(specKey), path, text));
    }

    private List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<BlockValues> groups = blockValues.get(NODES);
        if (groups.isEmpty()) {
            report(NODES, "nodes", "there is no group of nodes.");
        }
        for (int at = 0; at < groups.size(); at++) {
            BlockValues group = groups.get(at);
            String name = group.find(NAME).orElse(TeamNames.plain(group.get(TYPE)));
            if (!names.add(name)) {
                report(
                        NODES,
                        "nodes[%d].name".formatted(at + 1),
                        "\"" + name + "\" is the name of another group. Write a different one.");
            } else {
                add(nodes, group, name);
            }
        }
        return nodes;
    }

    private static void add(List<Node> nodes, BlockValues group, String name) {
        for (int number = 0; number < group.get(COUNT); number++) {
            nodes.add(
                    Node.of(
                                    name + "-" + (number + 1),
                                    Node.Devices.of(group.get(TYPE), group.get(ACCELERATORS)),
                                    machine(group))
                            .withTopology(site(group, name, number))
                            .withOffer(new Node.Offer(group.get(SPOT), group.get(PRICE)))
                            .withLabels(Set.copyOf(group.find(LABELS).orElse(List.of()))));
        }
    }

    private static Node.Machine machine(BlockValues group) {
        return new Node.Machine(
                group.find(CPUS).map(count -> count * 1_000).orElse(TraceCluster.PLENTY.cpus()),
                group.find(MEMORY).orElse(TraceCluster.PLENTY.memory()));
    }

    private static Node.Topology site(BlockValues group, String name, int number) {
        Optional<Integer> rack = group.find(RACK).map(size -> number / size);
        Optional<Integer> pod = group.find(POD).flatMap(size -> rack.map(at -> at / size));
        return new Node.Topology(
                pod.map(at -> name + "-pod-" + (at + 1)).orElse(""),
                rack.map(at -> name + "-rack-" + (at + 1)).orElse(""));
    }

    private FailureModel failures() {
        Optional<BlockValues> failures = blockValues.find(FAILURES);
        Optional<BlockValues> reclaims = blockValues.find(RECLAIMS);
        return new FailureModel(
                failures.map(it -> it.get(FAIL_EVERY)).orElse(FailureModel.NONE.failEvery()),
                failures.map(it -> it.get(REPAIR)).orElse(FailureModel.NONE.repair()),
                failures.map(it -> it.get(RETRIES)).orElse(FailureModel.NONE.retries()),
                reclaims.map(it -> it.get(RECLAIM_EVERY)).orElse(FailureModel.NONE.reclaimEvery()),
                reclaims.map(it -> it.get(BACK)).orElse(FailureModel.NONE.back()));
    }

    private static ValueType<String> name() {
        return TraceNotation.type(
                "a name of lower-case letters, digits and hyphens",
                text -> Optional.of(text).filter(NameSyntax::matches));
    }

    private static ValueType<Long> price() {
        return TraceNotation.type(
                "a price such as 2.40",
                text ->
                        Optional.of(text)
                                .filter(it -> it.matches("[0-9]{1,6}(\\.[0-9]{1,6})?"))
                                .map(it -> new BigDecimal(it).movePointRight(6).longValueExact()));
    }
}
