package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What holds for every answer, whatever was asked and whoever asked it. */
public final class Decency {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, String> HEADERS =
            Map.of(
                    "X-Content-Type-Options", "nosniff",
                    "Referrer-Policy", "no-referrer",
                    "X-Frame-Options", "DENY",
                    "Cross-Origin-Opener-Policy", "same-origin",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cache-Control", "no-store");

    private Decency() {}

    /** No browser can misuse it, it says nothing of our insides, and a refusal is a problem one can read. */
    public static Bare.Answer check(String asked, Bare.Answer answer) {
        HEADERS.forEach(
                (name, value) ->
                        assertThat(answer.header(name)).as(asked + ": " + name).contains(value));
        assertThat(answer.header("Content-Security-Policy").orElse(""))
                .as(asked)
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'");
        assertThat(answer.headers()).as(asked).doesNotContainKeys("server", "x-powered-by");
        // One page says by name what we carry; it is for whoever is signed in.
        String body =
                asked.equals("GET /about") ? answer.body().replace("Jetty", "") : answer.body();
        assertThat(body)
                .as(asked)
                .doesNotContain("Exception", "\tat ", "org.eclipse", ".java:", "Jetty");
        if (answer.status() >= 400 && !answer.body().isEmpty()) {
            problem(asked, answer);
        }
        return answer;
    }

    private static void problem(String asked, Bare.Answer answer) {
        assertThat(answer.header("Content-Type")).as(asked).contains("application/problem+json");
        JsonNode body = JSON.readTree(answer.body());
        assertThat(body.path("status").intValue()).as(asked).isEqualTo(answer.status());
        for (String member : List.of("code", "title", "detail", "next")) {
            assertThat(body.path(member).asString("")).as(asked + ": " + member).isNotBlank();
        }
    }
}
