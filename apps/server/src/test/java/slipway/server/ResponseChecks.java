package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that apply to every response. */
public final class ResponseChecks {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, String> HEADERS =
            Map.of(
                    "X-Content-Type-Options", "nosniff",
                    "Referrer-Policy", "no-referrer",
                    "X-Frame-Options", "DENY",
                    "Cross-Origin-Opener-Policy", "same-origin",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cache-Control", "no-store");

    private ResponseChecks() {}

    /** Checks the security headers, that no internals leak, and that an error is a readable problem. */
    public static RawHttp.Response check(String asked, RawHttp.Response response) {
        HEADERS.forEach(
                (name, value) ->
                        assertThat(response.header(name)).as(asked + ": " + name).contains(value));
        assertThat(response.header("Content-Security-Policy").orElse(""))
                .as(asked)
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'");
        assertThat(response.headers()).as(asked).doesNotContainKeys("server", "x-powered-by");
        // The about page lists third-party libraries to signed-in users.
        String body =
                asked.equals("GET /about") ? response.body().replace("Jetty", "") : response.body();
        assertThat(body)
                .as(asked)
                .doesNotContain("Exception", "\tat ", "org.eclipse", ".java:", "Jetty");
        if (response.status() >= 400 && !response.body().isEmpty()) {
            problem(asked, response);
        }
        return response;
    }

    private static void problem(String asked, RawHttp.Response response) {
        assertThat(response.header("Content-Type")).as(asked).contains("application/problem+json");
        JsonNode body = JSON.readTree(response.body());
        assertThat(body.path("status").intValue()).as(asked).isEqualTo(response.status());
        assertThat(response.header("Retry-After").isPresent())
                .as(asked + ": Retry-After")
                .isEqualTo(response.status() == 429 || response.status() == 503);
        for (String member : List.of("code", "kind", "title", "detail", "next")) {
            assertThat(body.path(member).asString("")).as(asked + ": " + member).isNotBlank();
        }
    }
}
