package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.surface.run.commands.slurmimport.SlurmTable.InvalidLines;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** Groups equal nodes. A node in several partitions counts once. */
final class SlurmNodeGroups {

    private static final long MAX_ACCELERATORS = 64;

    private final Map<String, NodeType> typeOfNode = new LinkedHashMap<>();
    private final TreeSet<String> partitions = new TreeSet<>();
    private final InvalidLines invalid;
    private final SkippedItems skipped;

    SlurmNodeGroups(InvalidLines invalid, SkippedItems skipped) {
        this.invalid = invalid;
        this.skipped = skipped;
    }

    private record NodeType(
            String type, long accelerators, long cpus, long mebibytes, List<String> features) {}

    /** The nodes of one type. */
    record Group(String name, int count, NodeType nodeType) {

        /** A line of the cluster file. */
        String yaml() {
            String labels =
                    nodeType.features.isEmpty()
                            ? ""
                            : ", labels: ["
                                    + nodeType.features.stream()
                                            .map(label -> "\"" + label + "\"")
                                            .collect(Collectors.joining(", "))
                                    + "]";
            return "  - {name: %s, count: %d, type: %s, accelerators: %d, cpus: %d, memory: %dMiB%s}\n"
                    .formatted(
                            name,
                            count,
                            nodeType.type,
                            nodeType.accelerators,
                            nodeType.cpus,
                            nodeType.mebibytes,
                            labels);
        }

        long accelerators() {
            return count * nodeType.accelerators;
        }

        String type() {
            return nodeType.type;
        }
    }

    void read(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            row.text("partition").map(it -> it.replace("*", "")).ifPresent(partitions::add);
            Optional<List<String>> names = row.text("nodelist").flatMap(HostList::of);
            Optional<Long> cpus = number(row, "cpus");
            Optional<Long> memory = number(row, "memory");
            if (names.isEmpty() || cpus.isEmpty() || memory.isEmpty()) {
                invalid.add(row.line(), "has no nodes with CPUs and memory");
            } else {
                NodeType nodeType = nodeType(row, cpus.get(), memory.get());
                names.get().forEach(name -> typeOfNode.putIfAbsent(name, nodeType));
            }
        }
    }

    private NodeType nodeType(Row row, long cpus, long mebibytes) {
        Map<String, Long> accelerators =
                row.text("gres").map(TresAmounts::parseGres).orElse(Map.of());
        Optional<Map.Entry<String, Long>> largest =
                accelerators.entrySet().stream().max(Map.Entry.comparingByValue());
        if (accelerators.size() > 1) {
            invalid.add(
                    row.line(), "has several accelerator types; only the largest group was used");
        }
        List<String> features =
                row.text("availfeatures").stream()
                        .flatMap(text -> Arrays.stream(text.split(",", -1)))
                        .filter(label -> label.matches("[A-Za-z0-9][A-Za-z0-9._/=-]{0,99}"))
                        .sorted()
                        .toList();
        String type = largest.map(Map.Entry::getKey).filter(it -> !it.isEmpty()).orElse("GPU");
        long count = largest.map(Map.Entry::getValue).orElse(0L);
        return new NodeType(type, Math.min(count, MAX_ACCELERATORS), cpus, mebibytes, features);
    }

    private static Optional<Long> number(Row row, String column) {
        return row.text(column)
                .map(text -> text.replace("+", ""))
                .filter(text -> text.matches("[0-9]{1,12}"))
                .map(Long::valueOf);
    }

    /** Nodes with accelerators. The simulator does not use the others. */
    List<Group> groups() {
        Map<NodeType, Integer> counts = new LinkedHashMap<>();
        typeOfNode.values().forEach(nodeType -> counts.merge(nodeType, 1, Integer::sum));
        List<Group> groups = new ArrayList<>();
        counts.forEach(
                (nodeType, count) -> {
                    if (nodeType.accelerators == 0) {
                        skipped.add("nodes without an accelerator", count);
                    } else {
                        groups.add(new Group(name(nodeType, groups), count, nodeType));
                    }
                });
        return groups;
    }

    private static String name(NodeType nodeType, List<Group> taken) {
        String plain =
                nodeType.type
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        long same =
                taken.stream()
                        .filter(it -> it.name.matches("\\Q" + plain + "\\E(-[0-9]+)?"))
                        .count();
        return same == 0 ? plain : plain + "-" + (same + 1);
    }

    int nodes() {
        return typeOfNode.size();
    }

    int partitions() {
        return partitions.size();
    }
}
