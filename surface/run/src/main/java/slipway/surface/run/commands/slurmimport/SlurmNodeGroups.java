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
import slipway.surface.run.commands.slurmimport.SlurmTable.Odd;
import slipway.surface.run.commands.slurmimport.SlurmTable.Row;

/** Groups of equal nodes, of which each is counted once, in however many partitions it is. */
final class SlurmNodeGroups {

    private static final long MOST_ACCELERATORS = 64;

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final TreeSet<String> partitions = new TreeSet<>();
    private final Odd odd;
    private final SkippedItems out;

    SlurmNodeGroups(Odd odd, SkippedItems out) {
        this.odd = odd;
        this.out = out;
    }

    private record Kind(
            String type, long accelerators, long cpus, long mebibytes, List<String> features) {}

    /** Nodes of one kind. */
    record Group(String name, int count, Kind kind) {

        /** A line of a cluster's file. */
        String written() {
            String labels =
                    kind.features.isEmpty()
                            ? ""
                            : ", labels: ["
                                    + kind.features.stream()
                                            .map(label -> "\"" + label + "\"")
                                            .collect(Collectors.joining(", "))
                                    + "]";
            return "  - {name: %s, count: %d, type: %s, accelerators: %d, cpus: %d, memory: %dMiB%s}\n"
                    .formatted(
                            name,
                            count,
                            kind.type,
                            kind.accelerators,
                            kind.cpus,
                            kind.mebibytes,
                            labels);
        }

        long accelerators() {
            return count * kind.accelerators;
        }

        String type() {
            return kind.type;
        }
    }

    void read(SlurmTable slurmTable) {
        for (Row row : slurmTable.rows()) {
            row.text("partition").map(it -> it.replace("*", "")).ifPresent(partitions::add);
            Optional<List<String>> names = row.text("nodelist").flatMap(HostList::of);
            Optional<Long> cpus = number(row, "cpus");
            Optional<Long> memory = number(row, "memory");
            if (names.isEmpty() || cpus.isEmpty() || memory.isEmpty()) {
                odd.add(row.line(), "does not name nodes with processors and memory");
            } else {
                Kind kind = kind(row, cpus.get(), memory.get());
                names.get().forEach(name -> kinds.putIfAbsent(name, kind));
            }
        }
    }

    private Kind kind(Row row, long cpus, long mebibytes) {
        Map<String, Long> accelerators =
                row.text("gres").map(TresAmounts::generic).orElse(Map.of());
        Optional<Map.Entry<String, Long>> most =
                accelerators.entrySet().stream().max(Map.Entry.comparingByValue());
        if (accelerators.size() > 1) {
            odd.add(row.line(), "has several types of accelerators, of which the most are taken");
        }
        List<String> features =
                row.text("availfeatures").stream()
                        .flatMap(text -> Arrays.stream(text.split(",", -1)))
                        .filter(label -> label.matches("[A-Za-z0-9][A-Za-z0-9._/=-]{0,99}"))
                        .sorted()
                        .toList();
        String type = most.map(Map.Entry::getKey).filter(it -> !it.isEmpty()).orElse("GPU");
        long count = most.map(Map.Entry::getValue).orElse(0L);
        return new Kind(type, Math.min(count, MOST_ACCELERATORS), cpus, mebibytes, features);
    }

    private static Optional<Long> number(Row row, String column) {
        return row.text(column)
                .map(text -> text.replace("+", ""))
                .filter(text -> text.matches("[0-9]{1,12}"))
                .map(Long::valueOf);
    }

    /** Those with accelerators; for the others the simulator has no use. */
    List<Group> groups() {
        Map<Kind, Integer> counts = new LinkedHashMap<>();
        kinds.values().forEach(kind -> counts.merge(kind, 1, Integer::sum));
        List<Group> groups = new ArrayList<>();
        counts.forEach(
                (kind, count) -> {
                    if (kind.accelerators == 0) {
                        out.add("nodes without an accelerator", count);
                    } else {
                        groups.add(new Group(name(kind, groups), count, kind));
                    }
                });
        return groups;
    }

    private static String name(Kind kind, List<Group> taken) {
        String plain =
                kind.type
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
        return kinds.size();
    }

    int partitions() {
        return partitions.size();
    }
}
