package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idempotency keys: a repeated request is executed once per user. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class IdempotencyKeyTest {

    @TempDir static Path data;
    private static TwoTeamServer server;
    private static String lena;
    private static String leo;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        lena = server.newUser("lena", TwoTeamServer.TEAM, "lead");
        leo = server.newUser("leo", TwoTeamServer.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static RawHttp.Response post(String path, String token, String key, String body) {
        return server.requestWith(
                "POST",
                path,
                List.of("Authorization: Bearer " + token, "Idempotency-Key: " + key),
                body);
    }

    private static RawHttp.Response note(String token, String key, String text) {
        return post(TwoTeamServer.team("/notes"), token, key, "{\"text\":\"" + text + "\"}");
    }

    @Test
    void the_same_key_and_request_is_executed_once() {
        RawHttp.Response first = note(lena, "once", "hello");
        long facts = server.factCount();
        RawHttp.Response second = note(lena, "once", "hello");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(server.factCount()).isEqualTo(facts);
    }

    @Test
    void the_same_key_with_another_request_is_refused() {
        note(lena, "other", "hello");
        long facts = server.factCount();
        assertThat(note(lena, "other", "good-bye").status()).isEqualTo(422);
        assertThat(server.factCount()).isEqualTo(facts);
    }

    @Test
    void idempotency_keys_are_scoped_to_a_user() {
        RawHttp.Response hers = note(lena, "shared", "hello");
        RawHttp.Response his = note(leo, "shared", "something else");
        assertThat(his.status()).isEqualTo(201);
        assertThat(his.body()).isNotEqualTo(hers.body());
    }

    @Test
    void a_repeated_account_request_keeps_the_current_role() {
        String body = "{\"account\":\"ci-twice\",\"shown\":\"CI\",\"role\":\"viewer\"}";
        assertThat(post(TwoTeamServer.team("/accounts"), lena, "account", body).status())
                .isEqualTo(201);
        server.request(
                "PUT",
                TwoTeamServer.team("/members/ci-twice"),
                server.local(),
                "{\"role\":\"member\"}");
        long facts = server.factCount();
        RawHttp.Response again = post(TwoTeamServer.team("/accounts"), lena, "account", body);
        assertThat(again.status()).isEqualTo(201);
        assertThat(TwoTeamServer.json(again).path("roles").path(0).path("role").asString())
                .isEqualTo("member");
        assertThat(server.factCount()).isEqualTo(facts);
    }

    @Test
    void a_repeated_token_request_does_not_show_the_text_again() {
        String body = "{\"label\":\"laptop\",\"days\":1}";
        assertThat(post("/api/v1/me/tokens", lena, "token", body).status()).isEqualTo(201);
        RawHttp.Response again = post("/api/v1/me/tokens", lena, "token", body);
        assertThat(again.code()).isEqualTo("token-shown-once");
        assertThat(again.body()).doesNotContain("slw_usr_");
    }

    @Test
    void an_invalid_key_is_refused() {
        for (String key : List.of("a b", "x".repeat(201), "\u00e9", "")) {
            assertThat(note(lena, key, "hello").status()).as(key).isEqualTo(400);
        }
    }
}
