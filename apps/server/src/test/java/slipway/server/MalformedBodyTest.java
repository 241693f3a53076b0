package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are not JSON, and hostile JSON. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class MalformedBodyTest {

    @TempDir static Path data;
    private static TwoTeamServer server;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static RawHttp.Response note(byte[] body) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(
                String.join(
                                "\r\n",
                                "POST /api/v1/notes HTTP/1.1",
                                "Host: 127.0.0.1:%d",
                                "Connection: close",
                                "Content-Type: application/json",
                                "Content-Length: %d",
                                "Authorization: Bearer %s",
                                "",
                                "")
                        .formatted(server.http().port(), body.length, server.local())
                        .getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return ResponseChecks.check("an odd body", server.http().sendRaw(all.toByteArray()));
    }

    private static RawHttp.Response note(String body) {
        return note(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void invalid_utf_8_is_not_json() {
        String json = "{\"text\":\"a\"}";
        List<byte[]> odd =
                List.of(
                        "{\"text\":\"\u00ff\u00fe\"}".getBytes(StandardCharsets.ISO_8859_1),
                        "{\"text\":\"\u00c0\u00af\"}".getBytes(StandardCharsets.ISO_8859_1),
                        "{\"text\":\"\u00ed\u00a0\u0080\"}".getBytes(StandardCharsets.ISO_8859_1),
                        json.getBytes(StandardCharsets.UTF_16),
                        json.getBytes(StandardCharsets.UTF_16LE));
        for (byte[] body : odd) {
            assertThat(note(body).code()).isEqualTo("not-json");
        }
    }

    @Test
    void malformed_or_excessive_json_is_refused() {
        Map<String, String> odd = new TreeMap<>();
        odd.put("ten thousand deep", "[".repeat(10_000));
        odd.put("deep objects", "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000));
        odd.put("a number without end", "{\"text\":1" + "0".repeat(100_000) + "}");
        odd.put("twice the same", "{\"text\":\"a\",\"text\":\"b\"}");
        odd.put("two values", "{\"text\":\"a\"}{\"text\":\"b\"}");
        odd.put("more behind", "{\"text\":\"a\"} x");
        odd.put("not a number", "{\"text\":NaN}");
        odd.put("a remark", "{\"text\":\"a\"/*x*/}");
        odd.put("other quotes", "{'text':'a'}");
        odd.put("a name without end", "{\"" + "k".repeat(900_000) + "\":1}");
        odd.put("a zero byte", "{\"text\":\"a\u0000b\"}");
        odd.put("nothing at all", " ");
        odd.forEach((name, body) -> assertThat(note(body).code()).as(name).isEqualTo("not-json"));
    }

    @Test
    void invalid_members_are_refused() {
        Map<String, String> odd = new TreeMap<>();
        odd.put("nothing", "null");
        odd.put("a list", "[]");
        odd.put("a member too many", "{\"text\":\"a\",\"admin\":true}");
        odd.put("half a character", "{\"text\":\"\\ud800\"}");
        odd.put("an escape", "{\"text\":\"\\u001b[31m\"}");
        odd.put("a zero", "{\"text\":\"a\\u0000\"}");
        odd.put("a turn of direction", "{\"text\":\"a\\u202eb\"}");
        odd.put("a huge number", "{\"text\":1e999999}");
        odd.forEach(
                (name, body) ->
                        assertThat(note(body).code()).as(name).isEqualTo("invalid-request"));
    }

    @Test
    void reported_mistakes_are_limited_to_a_hundred() {
        var body = new StringBuilder("{\"a\":1");
        for (int i = 0; i < 60_000; i++) {
            body.append(",\"k").append(i).append("\":1");
        }
        RawHttp.Response response = note(body.append('}').toString());
        assertThat(TwoTeamServer.json(response).path("mistakes").size()).isEqualTo(100);
    }

    @Test
    void html_in_names_is_returned_as_json_text() {
        String html = "<script>alert(1)</script>\\\"'&amp;";
        List<List<String>> names =
                List.of(
                        List.of(
                                "POST",
                                "/api/v1/teams/all/teams",
                                "{\"team\":\"html\",\"title\":\"%s\"}"),
                        List.of("POST", "/api/v1/users", "{\"user\":\"html\",\"shown\":\"%s\"}"),
                        List.of("PATCH", "/api/v1/users/html", "{\"shown\":\"%s\"}"),
                        List.of(
                                "POST",
                                "/api/v1/users/html/tokens",
                                "{\"label\":\"%s\",\"days\":1}"),
                        List.of(
                                "POST",
                                "/api/v1/teams/all/accounts",
                                "{\"account\":\"html-bot\",\"shown\":\"%s\",\"role\":\"viewer\"}"),
                        List.of("POST", "/api/v1/notes", "{\"text\":\"%s\"}"));
        for (List<String> each : names) {
            RawHttp.Response response =
                    server.request(
                            each.get(0), each.get(1), server.local(), each.get(2).formatted(html));
            assertThat(response.status()).as(each.toString()).isBetween(200, 299);
            assertThat(response.header("Content-Type")).contains("application/json");
        }
        for (String name : List.of("<b>", "A", "a_b", "../x", "-x", "ä", "x".repeat(64))) {
            RawHttp.Response response =
                    server.request(
                            "POST",
                            "/api/v1/teams/all/teams",
                            server.local(),
                            "{\"team\":\"" + name + "\"}");
            assertThat(response.status()).as(name).isEqualTo(422);
        }
    }
}
