package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import slipway.schedule.picture.Team;

class SharingTest {

    @Test
    void a_quota_of_a_family_is_of_the_type_that_the_nodes_have() {
        assertThat(Sharing.meant("A100", List.of("H100", "A100-40GB"))).isEqualTo("A100-40GB");
        assertThat(Sharing.meant("A100", List.of("A100-40GB", "A100-80GB"))).isEqualTo("A100-80GB");
        assertThat(Sharing.meant("h100", List.of("H100-PCIe", "H100"))).isEqualTo("H100");
    }

    @Test
    void what_no_node_has_and_what_means_all_types_stay_as_they_are_written() {
        assertThat(Sharing.meant("L4", List.of("H100"))).isEqualTo("L4");
        assertThat(Sharing.meant("Own-Chip", List.of("H100"))).isEqualTo("Own-Chip");
        assertThat(Sharing.meant(Team.ANY, List.of("H100"))).isEqualTo(Team.ANY);
    }
}
