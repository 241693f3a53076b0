package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.surface.web.component.AcceleratorMap.Gang;
import slipway.surface.web.component.AcceleratorMap.Node;
import slipway.surface.web.component.AcceleratorMap.Rack;

class AcceleratorMapTest {

    @Test
    void one_shade_covers_a_fifth_of_utilization() {
        assertThat(shade(0)).isEqualTo(1);
        assertThat(shade(0.199)).isEqualTo(1);
        assertThat(shade(0.2)).isEqualTo(2);
        assertThat(shade(0.79)).isEqualTo(4);
        assertThat(shade(1)).isEqualTo(5);
        assertThat(shade(1.2)).isEqualTo(5);
    }

    @Test
    void a_cell_describes_its_accelerator_and_escapes_separators_in_names() {
        AcceleratorCell acceleratorCell = AcceleratorCell.used("n1", 3, 0.94, "evil|Owner=sam");
        assertThat(acceleratorCell.words())
                .isEqualTo("n1 accelerator 3: used, 94\u202f%, evil|Owner=sam");
        assertThat(acceleratorCell.tip())
                .isEqualTo("n1 accelerator 3|Utilization=94\u202f%|Workload=evil/Owner=sam");
        assertThat(AcceleratorCell.of("n1", 0, AcceleratorCell.Is.IDLE, List.of()).words())
                .isEqualTo("n1 accelerator 0: held idle");
    }

    @Test
    void foreign_accelerators_are_counted_but_not_averaged() {
        List<AcceleratorCell> cells =
                List.of(
                        AcceleratorCell.used("n1", 0, 0.1, "w"),
                        AcceleratorCell.of("n1", 1, AcceleratorCell.Is.USED, List.of()),
                        AcceleratorCell.of("n1", 2, AcceleratorCell.Is.TAKEN, List.of()));
        var node = new Node("n1", "/n1", false, Gang.of(cells, "w", Optional.empty()));
        var all = new AcceleratorMap(List.of(new Rack("", "", List.of(node))));
        assertThat(all.average()).isEqualTo("at 10\u202f% on average, 1 not measured yet");
        assertThat(node.words()).isEqualTo("2 used, 1 taken by others");
        assertThat(cells.get(1).words()).isEqualTo("n1 accelerator 1: used, not measured yet");
        assertThat(cells.get(2).words())
                .isEqualTo("n1 accelerator 2: taken by others, use not known");
        assertThat(cells).extracting(AcceleratorCell::figure).containsExactly("10", "", "");
        assertThat(RenderedTemplate.part("cells-key", Map.of("cells", all)))
                .contains("Used by others <b>1</b> utilization unknown");
        assertThat(RenderedTemplate.part("cells-key", Map.of("cells", cluster())))
                .doesNotContain("by others");
    }

    @Test
    void the_whole_map_is_one_stop_for_the_tab_key() {
        String map = RenderedTemplate.part("cells", Map.of("cells", cluster()));
        int cells = map.split("<button", -1).length - 1;
        int skipped = map.split("tabindex=\"-1\"", -1).length - 1;
        assertThat(cells).isEqualTo(11);
        assertThat(skipped).isEqualTo(10);
        String strip = RenderedTemplate.part("strip", Map.of("cells", cluster()));
        assertThat(strip.split("tabindex=\"-1\"", -1).length - 1).isEqualTo(10);
    }

    @Test
    void a_node_counts_its_accelerators_by_state() {
        Node node = cluster().nodes().getLast();
        assertThat(node.words()).isEqualTo("1 used, 1 free, 1 failed");
        assertThat(node.columns()).isEqualTo(4);
        assertThat(cluster().count(AcceleratorCell.Is.USED)).isEqualTo(9);
        assertThat(cluster().average()).isEqualTo("at 84\u202f% on average");
        assertThat(new AcceleratorMap(List.of()).average()).isEmpty();
        assertThat(RenderedTemplate.part("cells-key", Map.of("cells", cluster())))
                .contains("Used <b>9</b>");
    }

    @Test
    void a_gang_that_does_not_fit_into_a_row_takes_several() {
        List<AcceleratorCell> cells =
                IntStream.range(0, 20).mapToObj(i -> AcceleratorCell.used("n", i, 1, "w")).toList();
        assertThat(Gang.of(cells, "w", Optional.empty()))
                .extracting(gang -> gang.cells().size())
                .containsExactly(8, 8, 4);
        assertThatThrownBy(() -> new Gang(cells, "w", Optional.empty()))
                .hasMessageContaining("not 20");
    }

    @Test
    void html_in_a_name_stays_text() {
        Gang gang =
                Gang.of(List.of(AcceleratorCell.used("<i>", 0, 1, "<b>")), "<b>", Optional.of("/x"))
                        .getFirst();
        AcceleratorMap acceleratorMap =
                new AcceleratorMap(
                        List.of(
                                new Rack(
                                        "<u>",
                                        "<s>",
                                        List.of(new Node("<i>", "/n", true, List.of(gang))))));
        assertThat(RenderedTemplate.part("cells", Map.of("cells", acceleratorMap)))
                .doesNotContain("<i>")
                .doesNotContain("<b>")
                .doesNotContain("<u>")
                .contains("sw-node shown");
    }

    private static int shade(double share) {
        return AcceleratorCell.used("n", 0, share, "w").shade().orElseThrow();
    }

    private static AcceleratorMap cluster() {
        return new AcceleratorMap(
                List.of(
                        new Rack("Rack a", "", List.of(busyNode())),
                        new Rack("Rack b", "", List.of(mixedNode()))));
    }

    private static Node busyNode() {
        List<AcceleratorCell> eight =
                IntStream.range(0, 8)
                        .mapToObj(i -> AcceleratorCell.used("n1", i, 0.9, "w"))
                        .toList();
        return new Node("n1", "/n1", false, Gang.of(eight, "w", Optional.of("/w")));
    }

    private static Node mixedNode() {
        var used = AcceleratorCell.used("n2", 0, 0.36, "v");
        return new Node(
                "n2",
                "/n2",
                false,
                List.of(
                        new Gang(List.of(used), "v", Optional.of("/v")),
                        without(1, AcceleratorCell.Is.FREE, "free"),
                        without(2, AcceleratorCell.Is.FAILED, "failed")));
    }

    /** An accelerator without a workload. */
    private static Gang without(int number, AcceleratorCell.Is state, String label) {
        AcceleratorCell cell = AcceleratorCell.of("n2", number, state, List.of());
        return new Gang(List.of(cell), label, Optional.empty());
    }
}
