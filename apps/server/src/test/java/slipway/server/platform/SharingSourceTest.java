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
import slipway.server.RawHttp;
import slipway.server.TestServer;

@Tag("network")
class SharingSourceTest {

    /** An idle exemption is accepted only where idle jobs are stopped, so its status shows the team's rule. */
    @Test
    @Timeout(60)
    void the_idle_rule_is_inherited_from_the_nearest_parent_team(@TempDir Path data)
            throws IOException {
        Files.writeString(
                data.resolve("slipway.yaml"),
                """
                teams:
                  all: {idle_jobs: stop}
                  vision: {weight: 2}
                  language: {idle_jobs: warn}
                """);
        try (TestServer server = TestServer.open(data, "--run-sandbox", "optional")) {
            for (String team : List.of("vision", "language")) {
                call(server, "POST", "/api/v1/teams/all/teams", "{\"team\":\"" + team + "\"}");
            }
            call(server, "POST", "/api/v1/teams/language/teams", "{\"team\":\"speech\"}");
            Map<String, Integer> statuses = new TreeMap<>();
            for (String team : List.of("vision", "language", "speech")) {
                String body = "{\"spec\":\"run: sleep 600\",\"name\":\"" + team + "\"}";
                call(server, "POST", "/api/v1/teams/" + team + "/workloads", body);
                statuses.put(team, exempt(server, team));
                call(server, "POST", "/api/v1/workloads/" + team + "/cancel", "");
            }
            assertThat(statuses).isEqualTo(Map.of("vision", 200, "language", 409, "speech", 409));
        }
    }

    /** Repeats the request until the workload runs. */
    private static int exempt(TestServer server, String name) {
        String body = "{\"seconds\":3600,\"because\":\"It loads.\"}";
        RawHttp.Response response =
                ask(server, "PUT", "/api/v1/workloads/" + name + "/keeping", body);
        while (response.body().contains("workload-not-running")) {
            response = ask(server, "PUT", "/api/v1/workloads/" + name + "/keeping", body);
        }
        return response.status();
    }

    private static RawHttp.Response ask(
            TestServer server, String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        return new RawHttp(server.url().toString()).send(method, path, headers, body);
    }

    private static void call(TestServer server, String method, String path, String body) {
        assertThat(ask(server, method, path, body).status()).as(path).isBetween(200, 299);
    }

    @Test
    void a_family_quota_resolves_to_the_installed_type() {
        assertThat(SharingSource.resolveType("A100", List.of("H100", "A100-40GB")))
                .isEqualTo("A100-40GB");
        assertThat(SharingSource.resolveType("A100", List.of("A100-40GB", "A100-80GB")))
                .isEqualTo("A100-80GB");
        assertThat(SharingSource.resolveType("h100", List.of("H100-PCIe", "H100")))
                .isEqualTo("H100");
    }

    @Test
    void unknown_types_and_any_stay_as_written() {
        assertThat(SharingSource.resolveType("L4", List.of("H100"))).isEqualTo("L4");
        assertThat(SharingSource.resolveType("Own-Chip", List.of("H100"))).isEqualTo("Own-Chip");
        assertThat(SharingSource.resolveType(TeamQuotas.ANY, List.of("H100")))
                .isEqualTo(TeamQuotas.ANY);
    }
}
