package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.server.Bare;
import slipway.server.House;

@Tag("network")
class SharingSourceTest {

    /** Only what is stopped when it does nothing can be kept, so that tells what holds for a team. */
    @Test
    @Timeout(60)
    void a_team_that_says_nothing_of_idle_jobs_has_the_rule_of_the_nearest_above(@TempDir Path data)
            throws IOException {
        Files.writeString(
                data.resolve("slipway.yaml"),
                """
                teams:
                  all: {idle_jobs: stop}
                  vision: {weight: 2}
                  language: {idle_jobs: warn}
                """);
        try (House house = House.open(data, "--run-sandbox", "optional")) {
            for (String team : List.of("vision", "language")) {
                does(house, "POST", "/api/v1/teams/all/teams", "{\"team\":\"" + team + "\"}");
            }
            does(house, "POST", "/api/v1/teams/language/teams", "{\"team\":\"speech\"}");
            Map<String, Integer> kept = new TreeMap<>();
            for (String team : List.of("vision", "language", "speech")) {
                String wish = "{\"spec\":\"run: sleep 600\",\"name\":\"" + team + "\"}";
                does(house, "POST", "/api/v1/teams/" + team + "/workloads", wish);
                kept.put(team, keep(house, team));
                does(house, "POST", "/api/v1/workloads/" + team + "/cancel", "");
            }
            assertThat(kept).isEqualTo(Map.of("vision", 200, "language", 409, "speech", 409));
        }
    }

    /** One that is not placed yet is refused for that; it is asked again until it is. */
    private static int keep(House house, String name) {
        String wish = "{\"seconds\":3600,\"because\":\"It loads.\"}";
        Bare.Answer answer = ask(house, "PUT", "/api/v1/workloads/" + name + "/keeping", wish);
        while (answer.body().contains("workload-not-running")) {
            answer = ask(house, "PUT", "/api/v1/workloads/" + name + "/keeping", wish);
        }
        return answer.status();
    }

    private static Bare.Answer ask(House house, String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + house.localToken());
        return new Bare(house.url().toString()).send(method, path, headers, body);
    }

    private static void does(House house, String method, String path, String body) {
        assertThat(ask(house, method, path, body).status()).as(path).isBetween(200, 299);
    }

    @Test
    void a_quota_of_a_family_is_of_the_type_that_the_nodes_have() {
        assertThat(SharingSource.meant("A100", List.of("H100", "A100-40GB")))
                .isEqualTo("A100-40GB");
        assertThat(SharingSource.meant("A100", List.of("A100-40GB", "A100-80GB")))
                .isEqualTo("A100-80GB");
        assertThat(SharingSource.meant("h100", List.of("H100-PCIe", "H100"))).isEqualTo("H100");
    }

    @Test
    void what_no_node_has_and_what_means_all_types_stay_as_they_are_written() {
        assertThat(SharingSource.meant("L4", List.of("H100"))).isEqualTo("L4");
        assertThat(SharingSource.meant("Own-Chip", List.of("H100"))).isEqualTo("Own-Chip");
        assertThat(SharingSource.meant(TeamQuotas.ANY, List.of("H100"))).isEqualTo(TeamQuotas.ANY);
    }
}
