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

/** Every accelerator of a cluster by rack and node. The whole map is one tab stop; arrow keys move within it. */
public record AcceleratorMap(List<Rack> racks) {

    /** The nodes of a rack. */
    public record Rack(String name, String note, List<Node> nodes) {

        public Rack {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A node.
     *
     * @param path the address of its page
     * @param shown whether its details are shown beside the map
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
            List<String> parts = new ArrayList<>();
            count(cells().stream())
                    .forEach((is, count) -> parts.add(Format.count(count) + " " + is.word()));
            return parts.isEmpty() ? "no accelerators" : String.join(", ", parts);
        }

        /** The number of columns in a strip: a node's width depends on its number of accelerators. */
        public int columns() {
            int count = cells().size();
            return count <= 1 ? 1 : count <= 2 ? 2 : count <= 4 ? 4 : Gang.MOST;
        }
    }

    /**
     * Adjacent accelerators with the same use, joined by a line.
     *
     * @param label their use
     * @param path the address of the workload; empty if there is none
     */
    public record Gang(List<AcceleratorCell> cells, String label, Optional<String> path) {

        /** The maximum number in a row. */
        public static final int MOST = 8;

        public Gang {
            if (cells.isEmpty() || cells.size() > MOST) {
                throw new IllegalArgumentException(
                        "A row has 1 to " + MOST + " accelerators, not " + cells.size());
            }
            cells = List.copyOf(cells);
        }

        /** Splits cells into rows. */
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

    /** Whether a cell is the tab stop: the first one. */
    public boolean first(AcceleratorCell cell) {
        return all().findFirst().filter(cell::equals).isPresent();
    }

    public int count(AcceleratorCell.Is is) {
        return count(all()).getOrDefault(is, 0L).intValue();
    }

    /** {@code at 77 % on average, 2 not measured yet}; empty if none is used. */
    public String average() {
        List<AcceleratorCell> used =
                all().filter(cell -> cell.is() == AcceleratorCell.Is.USED).toList();
        OptionalDouble mean =
                used.stream().flatMapToDouble(cell -> cell.share().stream()).average();
        long unmeasured = used.stream().filter(cell -> cell.share().isEmpty()).count();
        List<String> parts = new ArrayList<>();
        mean.ifPresent(share -> parts.add("at " + RoundedNumbers.percent(share) + " on average"));
        if (unmeasured > 0) {
            boolean all = unmeasured == used.size();
            parts.add((all ? "" : Format.count(unmeasured) + " ") + "not measured yet");
        }
        return String.join(", ", parts);
    }

    private static Map<AcceleratorCell.Is, Long> count(Stream<AcceleratorCell> cells) {
        return cells.collect(
                Collectors.groupingBy(
                        AcceleratorCell::is,
                        () -> new EnumMap<>(AcceleratorCell.Is.class),
                        Collectors.counting()));
    }
}
