package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refused rate says when the request may be repeated; a request that can never succeed does not. */
@Tag("network")
class RateLimitTest {

    private static final String WRONG_TOKEN = "slw_usr_" + "A".repeat(32) + "_000000";

    @Test
    void a_refused_rate_has_retry_after_for_programs_and_browsers(@TempDir Path data) {
        try (TestServer server = TestServer.open(data)) {
            var http = new RawHttp(server.url().toString());
            RawHttp.Response program = get(http, "application/json");
            for (int i = 0; i < 20 && program.status() != 429; i++) {
                program = get(http, "application/json");
            }
            assertThat(program.status()).isEqualTo(429);
            assertThat(program.code()).isEqualTo("too-many-attempts");
            assertThat(program.body()).contains("\"kind\":\"rate\"");
            assertThat(program.header("Retry-After")).isPresent();
            RawHttp.Response browser = get(http, "text/html");
            assertThat(browser.status()).isEqualTo(429);
            assertThat(browser.header("Content-Type").orElse("")).startsWith("text/html");
            assertThat(browser.header("Retry-After")).isPresent();
        }
    }

    private static RawHttp.Response get(RawHttp http, String accept) {
        List<String> headers = List.of("Authorization: Bearer " + WRONG_TOKEN, "Accept: " + accept);
        return http.send("GET", "/queue", headers, "");
    }

    @Test
    void a_request_beyond_every_limit_is_422_and_is_not_worth_repeating(@TempDir Path data) {
        try (TwoTeamServer server = TwoTeamServer.in(data)) {
            String body =
                    "{\"model\":\"llama-3-70b\",\"tokens\":\"15T\",\"accelerators\":[\"1xH100\"]}";
            RawHttp.Response response =
                    server.request("POST", "/api/v1/plan/train", server.local(), body);
            assertThat(response.status()).as(response.body()).isEqualTo(422);
            assertThat(response.body()).contains("\"kind\":\"no_capacity\"");
            assertThat(response.header("Retry-After")).isEmpty();
        }
    }
}
