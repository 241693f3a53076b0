package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.text.Format;

/**
 * Every accelerator of a cluster by rack and node. The whole map is one stop for the tab key; arrows walk through it.
 */
public record AcceleratorMap(List<Rack> racks) {

    /** Nodes that share a switch. */
    public record Rack(String name, String note, List<Node> nodes) {

        public Rack {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A machine.
     *
     * @param path where its page is
     * @param shown whether it is the one that is told about beside the map
     */
    public record Node(String name, String path, boolean shown, List<Gang> gangs) {

        public Node {
            gangs = List.copyOf(gangs);
        }

        public List<AcceleratorCell> cells() {
            return gangs.stream().flatMap(gang -> gang.cells().stream()).toList();
        }

        /** {@code 4 used, 2 held idle, 2 free}. */
        public String words() {
            List<String> said = new ArrayList<>();
            count(cells().stream())
                    .forEach((is, count) -> said.add(Format.count(count) + " " + is.word()));
            return said.isEmpty() ? "no accelerators" : String.join(", ", said);
        }

        /** How many columns it takes in a strip: the width of a node follows how many it has. */
        public int columns() {
            int count = cells().size();
            return count <= 1 ? 1 : count <= 2 ? 2 : count <= 4 ? 4 : Gang.MOST;
        }
    }

    /**
     * Accelerators side by side that do the same, with a line below that joins them.
     *
     * @param label what they do
     * @param path where that is told; empty where nothing runs
     */
    public record Gang(List<AcceleratorCell> cells, String label, Optional<String> path) {

        /** How many stand in one row. */
        public static final int MOST = 8;

        public Gang {
            if (cells.isEmpty() || cells.size() > MOST) {
                throw new IllegalArgumentException(
                        "A row of " + cells.size() + " accelerators: one to " + MOST + " fit");
            }
            cells = List.copyOf(cells);
        }

        /** As many rows as it takes. */
        public static List<Gang> of(
                List<AcceleratorCell> cells, String label, Optional<String> path) {
            List<Gang> rows = new ArrayList<>();
            for (int from = 0; from < cells.size(); from += MOST) {
                int until = Math.min(from + MOST, cells.size());
                rows.add(new Gang(cells.subList(from, until), label, path));
            }
            return rows;
        }
    }

    public AcceleratorMap {
        racks = List.copyOf(racks);
    }

    public List<Node> nodes() {
        return racks.stream().flatMap(rack -> rack.nodes().stream()).toList();
    }

    public Stream<AcceleratorCell> all() {
        return nodes().stream().flatMap(node -> node.cells().stream());
    }

    /** Whether the tab key stops here: at the first of all. */
    public boolean first(AcceleratorCell acceleratorCell) {
        return all().findFirst().filter(acceleratorCell::equals).isPresent();
    }

    public int count(AcceleratorCell.Is is) {
        return count(all()).getOrDefault(is, 0L).intValue();
    }

    /** {@code at 77 % on average, 2 not measured yet}; nothing where none is used. */
    public String average() {
        List<AcceleratorCell> used =
                all().filter(acceleratorCell -> acceleratorCell.is() == AcceleratorCell.Is.USED)
                        .toList();
        OptionalDouble mean =
                used.stream()
                        .flatMapToDouble(acceleratorCell -> acceleratorCell.share().stream())
                        .average();
        long unmeasured =
                used.stream().filter(acceleratorCell -> acceleratorCell.share().isEmpty()).count();
        List<String> said = new ArrayList<>();
        mean.ifPresent(share -> said.add("at " + RoundedNumbers.percent(share) + " on average"));
        if (unmeasured > 0) {
            boolean all = unmeasured == used.size();
            said.add((all ? "" : Format.count(unmeasured) + " ") + "not measured yet");
        }
        return String.join(", ", said);
    }

    private static Map<AcceleratorCell.Is, Long> count(Stream<AcceleratorCell> cells) {
        return cells.collect(
                Collectors.groupingBy(
                        AcceleratorCell::is,
                        () -> new EnumMap<>(AcceleratorCell.Is.class),
                        Collectors.counting()));
    }
}
