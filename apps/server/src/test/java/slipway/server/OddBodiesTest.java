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

/** Bodies that are not JSON, or JSON that means harm. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class OddBodiesTest {

    @TempDir static Path data;
    private static Estate estate;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static Bare.Answer note(byte[] body) {
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
                        .formatted(estate.bare().port(), body.length, estate.local())
                        .getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return Decency.check("an odd body", estate.bare().say(all.toByteArray()));
    }

    private static Bare.Answer note(String body) {
        return note(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bytes_that_are_not_utf_8_are_no_json() {
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
    void json_that_is_none_or_goes_too_far_is_refused_before_it_costs_anything() {
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
    void what_is_wrong_in_it_is_said_member_by_member() {
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
    void sixty_thousand_wrong_members_are_a_hundred_mistakes() {
        var body = new StringBuilder("{\"a\":1");
        for (int i = 0; i < 60_000; i++) {
            body.append(",\"k").append(i).append("\":1");
        }
        Bare.Answer answer = note(body.append('}').toString());
        assertThat(Estate.json(answer).path("mistakes").size()).isEqualTo(100);
    }

    @Test
    void html_in_every_name_comes_back_as_it_was_and_never_as_a_page() {
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
            Bare.Answer answer =
                    estate.ask(
                            each.get(0), each.get(1), estate.local(), each.get(2).formatted(html));
            assertThat(answer.status()).as(each.toString()).isBetween(200, 299);
            assertThat(answer.header("Content-Type")).contains("application/json");
        }
        for (String name : List.of("<b>", "A", "a_b", "../x", "-x", "ä", "x".repeat(64))) {
            Bare.Answer answer =
                    estate.ask(
                            "POST",
                            "/api/v1/teams/all/teams",
                            estate.local(),
                            "{\"team\":\"" + name + "\"}");
            assertThat(answer.status()).as(name).isEqualTo(422);
        }
    }
}
