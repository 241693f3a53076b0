package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.TwoTeamServer;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;

/** The access log of a real server: the delivery of a secret to a job. */
@Tag("network")
class ReadHandlersTest {

    private static final String READS = "/api/v1/audit/reads";

    private static JsonNode reads(TwoTeamServer server, String query) {
        return TwoTeamServer.json(server.request("GET", READS + query, server.local(), ""))
                .path("items");
    }

    @Test
    void the_delivery_of_a_secret_to_an_attempt_is_listed_within_a_minute(@TempDir Path data) {
        try (TwoTeamServer server = TwoTeamServer.in(data)) {
            String member = server.newUser("bo", TwoTeamServer.TEAM, "member");
            String body = "{\"name\":\"pull\",\"spec\":\"run: 'true'\\nsecrets: [hub-token]\"}";
            RawHttp.Response submitted =
                    server.request("POST", TwoTeamServer.team("/workloads"), member, body);
            assertThat(submitted.status()).as(submitted.body()).isEqualTo(201);
            String id = TwoTeamServer.json(submitted).path("id").asString();
            long facts = server.factCount();
            Await.until(() -> !reads(server, "?actor=bo").isEmpty());
            JsonNode read = reads(server, "?object=hub-token&team=vision").path(0);
            assertThat(read.path("actor").asString()).isEqualTo("bo");
            assertThat(read.path("via").asString()).isEqualTo("run");
            assertThat(read.path("type").asString()).isEqualTo("secret");
            assertThat(read.path("reads_count").longValue()).isEqualTo(1);
            assertThat(read.path("size_bytes").longValue()).isEqualTo("hidden".length());
            assertThat(read.path("request_ids").path(0).asString()).startsWith(id);
            assertThat(reads(server, "?actor=ada")).isEmpty();
            assertThat(server.factCount()).isEqualTo(facts);
            RawHttp.Response page = server.request("GET", "/admin/audit/reads", server.local(), "");
            assertThat(page.body()).contains("secret hub-token of vision", ">bo<");
            assertThat(server.request("GET", READS, member, "").status()).isEqualTo(403);
        }
    }
}
