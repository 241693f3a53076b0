package slipway.run.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.slurm.SlurmSnapshot.SlurmNode;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Node.Condition;
import slipway.schedule.snapshot.Node.Topology;

/** Discovers the nodes of a Slurm cluster, their resources, states and network topology. */
final class SlurmNodeDiscovery {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,255}");

    private static final Pattern LINEAR =
            Pattern.compile("(?m)^SelectType\\s*=\\s*select/linear\\s*$");

    private static final Pattern PREEMPTION =
            Pattern.compile("(?m)^PreemptType\\s*=\\s*(?:preempt/)?(\\S+)\\s*$");

    private static final Set<String> FAILED_FLAGS =
            Set.of("DOWN", "FAIL", "ERROR", "UNKNOWN", "FUTURE", "NOT_RESPONDING", "NO_RESPOND");

    private static final Set<String> DRAINED_FLAGS =
            Set.of("DRAIN", "DRAINING", "DRAINED", "FAILING", "MAINT", "MAINTENANCE");

    private final SlurmSettings settings;
    private final SlurmPrograms slurmPrograms;
    private final HostList hostList;

    SlurmNodeDiscovery(SlurmSettings settings, SlurmPrograms slurmPrograms, HostList hostList) {
        this.settings = settings;
        this.slurmPrograms = slurmPrograms;
        this.hostList = hostList;
    }

    /** The nodes of the configured partitions. */
    SlurmSnapshot discover() throws IOException {
        List<ScontrolLine> partitions =
                slurmPrograms
                        .outputOf("scontrol", "show", "partition", "-a", "-o")
                        .lines()
                        .map(ScontrolLine::new)
                        .toList();
        Map<String, String> timeLimits = timeLimits(partitions);
        Map<String, Topology> sites = sites();
        var used = new HashSet<>(timeLimits.keySet());
        used.retainAll(
                settings.partitions().stream()
                        .map(SlurmSettings.Partition::name)
                        .collect(Collectors.toSet()));
        String configuration = slurmPrograms.outputOf("scontrol", "show", "config");
        Set<String> wholeNode = wholeNodePartitions(configuration, partitions, used);
        List<SlurmNode> machines =
                slurmPrograms
                        .outputOf("scontrol", "show", "node", "-o")
                        .lines()
                        .map(ScontrolLine::new)
                        .filter(node -> node.get("NodeName").filter(this::isName).isPresent())
                        .map(node -> machine(node, sites, wholeNode))
                        .filter(node -> node.partitions().stream().anyMatch(used::contains))
                        .toList();
        return new SlurmSnapshot(
                machines, timeLimits, gracefulPartitions(configuration, partitions));
    }

    /** Partitions with a grace time. A QOS can have one too, which only slurmdbd knows. */
    private static Set<String> gracefulPartitions(
            String configuration, List<ScontrolLine> partitions) {
        Matcher type = PREEMPTION.matcher(configuration);
        String how = type.find() ? type.group(1) : "";
        return partitions.stream()
                .filter(
                        each ->
                                switch (how) {
                                    case "none", "(null)" -> false;
                                    case "partition_prio" ->
                                            each.get("GraceTime").filter("0"::equals).isEmpty();
                                    default -> true;
                                })
                .flatMap(each -> each.get("PartitionName").stream())
                .collect(Collectors.toSet());
    }

    /** The configured partitions in which Slurm allocates only whole nodes. */
    private static Set<String> wholeNodePartitions(
            String configuration, List<ScontrolLine> partitions, Set<String> used) {
        if (LINEAR.matcher(configuration).find()) {
            return used;
        }
        return partitions.stream()
                .filter(each -> each.get("OverSubscribe").filter("EXCLUSIVE"::equals).isPresent())
                .flatMap(each -> each.get("PartitionName").stream())
                .filter(used::contains)
                .collect(Collectors.toSet());
    }

    private boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static Map<String, String> timeLimits(List<ScontrolLine> partitions) {
        var timeLimits = new TreeMap<String, String>();
        for (ScontrolLine each : partitions) {
            each.get("PartitionName")
                    .ifPresent(
                            name -> timeLimits.put(name, each.get("MaxTime").orElse("UNLIMITED")));
        }
        return timeLimits;
    }

    /** The leaf switch of a node is its rack, the switch above is its pod. Without a topology both are unknown. */
    private Map<String, Topology> sites() throws IOException {
        Map<Integer, Map<String, String>> switches = new HashMap<>();
        SlurmPrograms.Result answer = slurmPrograms.run(List.of("scontrol", "show", "topology"));
        for (String line :
                answer.succeeded() ? answer.output().lines().toList() : List.<String>of()) {
            var scontrolLine = new ScontrolLine(line);
            int level = scontrolLine.number("Level").orElse(-1);
            if (level == 0 || level == 1) {
                for (String node : hostList.expand(scontrolLine.get("Nodes").orElse(""))) {
                    switches.computeIfAbsent(level, _ -> new HashMap<>())
                            .put(node, scontrolLine.get("SwitchName").orElse(""));
                }
            }
        }
        Map<String, String> pods = switches.getOrDefault(1, Map.of());
        Map<String, Topology> sites = new HashMap<>();
        switches.getOrDefault(0, Map.of())
                .forEach(
                        (node, rack) ->
                                sites.put(node, new Topology(pods.getOrDefault(node, ""), rack)));
        return sites;
    }

    private SlurmNode machine(
            ScontrolLine scontrolLine, Map<String, Topology> sites, Set<String> wholeNode) {
        String name = scontrolLine.get("NodeName").orElseThrow();
        int processors =
                scontrolLine.number("CPUEfctv").orElse(scontrolLine.number("CPUTot").orElse(0));
        long mebibytes =
                Math.max(
                        0,
                        scontrolLine.number("RealMemory").orElse(0)
                                - scontrolLine.number("MemSpecLimit").orElse(0));
        GpuGres gres = GpuGres.parse(scontrolLine.get("Gres").orElse(""));
        Set<String> partitions =
                new TreeSet<>(List.of(scontrolLine.get("Partitions").orElse("").split(",", -1)));
        Node node =
                Node.of(
                                name,
                                devices(
                                        gres,
                                        processors,
                                        partitions.stream().anyMatch(wholeNode::contains)),
                                new Node.Machine(
                                        processors * Node.Devices.WHOLE,
                                        Bytes.mebibytes(mebibytes)))
                        .withTopology(sites.getOrDefault(name, Topology.UNKNOWN))
                        .withLabels(labels(partitions))
                        .withCondition(condition(scontrolLine.get("State").orElse("UNKNOWN")));
        String whose =
                settings.accounts().isPresent()
                        ? "as the submitting user's account"
                        : "as the server's account";
        String tier =
                "%s; %s; memory: as Slurm is set up to limit it"
                        .formatted(
                                settings.sandbox().wanted() ? "bubblewrap" : "no sandbox", whose);
        var discoveredNode = new DiscoveredNode(node, cards(name, node.devices(), gres), tier);
        return new SlurmNode(discoveredNode, gres, processors, mebibytes, partitions);
    }

    private Node.Devices devices(GpuGres gres, int processors, boolean wholeNode) {
        if (gres.count() == 0) {
            int slots = Math.min(Node.Devices.MAX_COUNT, processors);
            return new Node.Devices(Node.Devices.NONE, slots, slots, 1);
        }
        String type = settings.catalogType().apply(gres.type().orElse("gpu"));
        var devices = new Node.Devices(type, gres.count(), gres.count(), 1);
        return wholeNode ? devices.asWholeNode() : devices;
    }

    /** Slurm does not report UUIDs of GPUs, so they are named by node and index. */
    static String card(String node, int number) {
        return node + "/" + number;
    }

    private static List<Device> cards(String node, Node.Devices devices, GpuGres gres) {
        return IntStream.range(0, gres.count())
                .mapToObj(i -> new Device(i, card(node, i), devices.type(), Bytes.ZERO))
                .toList();
    }

    private static Set<String> labels(Set<String> partitions) {
        return partitions.stream()
                .filter(name -> !name.isEmpty())
                .map(name -> "partition-" + name)
                .collect(Collectors.toSet());
    }

    /** Parses states such as {@code MIXED+DRAIN} and {@code IDLE*}; the star marks a node that does not respond. */
    static Condition condition(String state) {
        String plain = state.replaceAll("[*~#!%$@^-]+$", "");
        var flags = new ArrayList<>(List.of(plain.split("\\+", -1)));
        if (state.endsWith("*") || flags.stream().anyMatch(FAILED_FLAGS::contains)) {
            return Condition.FAILED;
        }
        return Stream.of(plain.split("\\+", -1)).anyMatch(DRAINED_FLAGS::contains)
                ? Condition.DRAINED
                : Condition.READY;
    }
}
