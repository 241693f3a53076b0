package slipway.run.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** No accelerator is assigned twice. */
class DeviceNumberingTest {

    private static final Map<String, Node> NODES =
            Map.of(
                    "n1",
                    Node.of(
                            "n1",
                            Node.Devices.of("H100", 4),
                            new Node.Machine(32_000, Bytes.gigabytes(256))));

    private static Placement on(Object... nodesAndMasks) {
        NodeAllocation[] seats = new NodeAllocation[nodesAndMasks.length / 2];
        for (int i = 0; i < seats.length; i++) {
            seats[i] =
                    new NodeAllocation(
                            (String) nodesAndMasks[2 * i],
                            (Integer) nodesAndMasks[2 * i + 1],
                            1_000);
        }
        return new Placement(Arrays.asList(seats));
    }

    @Test
    void free_accelerators_are_assigned_as_planned() {
        var deviceNumbering = new DeviceNumbering();
        deviceNumbering.reserve(on("n1", 0b0001));
        assertThat(deviceNumbering.assign(on("n1", 0b0110), NODES)).isEqualTo(on("n1", 0b0110));
    }

    @Test
    void held_accelerators_are_replaced_by_others() {
        var deviceNumbering = new DeviceNumbering();
        deviceNumbering.reserve(on("n1", 0b0011));
        assertThat(deviceNumbering.assign(on("n1", 0b0011), NODES)).isEqualTo(on("n1", 0b1100));
    }

    @Test
    void if_more_is_held_than_exists_the_rest_is_assigned() {
        var deviceNumbering = new DeviceNumbering();
        deviceNumbering.reserve(on("n1", 0b0111));
        assertThat(deviceNumbering.assign(on("n1", 0b0011), NODES)).isEqualTo(on("n1", 0b1000));
        assertThat(deviceNumbering.assign(on("n1", 0b0001), NODES)).isEqualTo(on("n1", 0));
    }

    @Test
    void the_planned_allocations_take_the_order_of_the_ranks_and_keep_their_numbers() {
        assertThat(
                        DeviceNumbering.inRankOrder(
                                on("n1", 0b0011, "n2", 0b1100), on("n2", 0b0011, "n1", 0b0110)))
                .contains(on("n2", 0b1100, "n1", 0b0011));
    }

    @Test
    void other_nodes_or_another_number_are_not_what_was_planned() {
        assertThat(DeviceNumbering.inRankOrder(on("n1", 0b0011), on("n2", 0b0011))).isEmpty();
        assertThat(DeviceNumbering.inRankOrder(on("n1", 0b0011), on("n1", 0b0001))).isEmpty();
        assertThat(DeviceNumbering.inRankOrder(on("n1", 1, "n2", 1), on("n1", 1))).isEmpty();
    }
}
