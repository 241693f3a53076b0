package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idempotency keys: what is sent twice is done once, and only for whoever sent it. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class KeysTest {

    @TempDir static Path data;
    private static Estate estate;
    private static String lena;
    private static String leo;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        lena = estate.newcomer("lena", Estate.TEAM, "lead");
        leo = estate.newcomer("leo", Estate.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static Bare.Answer post(String path, String token, String key, String body) {
        return estate.askWith(
                "POST",
                path,
                List.of("Authorization: Bearer " + token, "Idempotency-Key: " + key),
                body);
    }

    private static Bare.Answer note(String token, String key, String text) {
        return post(Estate.team("/notes"), token, key, "{\"text\":\"" + text + "\"}");
    }

    @Test
    void the_same_key_with_the_same_request_is_done_once() {
        Bare.Answer first = note(lena, "once", "hello");
        long facts = estate.facts();
        Bare.Answer second = note(lena, "once", "hello");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(estate.facts()).isEqualTo(facts);
    }

    @Test
    void the_same_key_with_another_request_is_a_conflict() {
        note(lena, "other", "hello");
        long facts = estate.facts();
        assertThat(note(lena, "other", "good-bye").status()).isEqualTo(409);
        assertThat(estate.facts()).isEqualTo(facts);
    }

    @Test
    void two_people_with_the_same_key_do_not_meet() {
        Bare.Answer hers = note(lena, "shared", "hello");
        Bare.Answer his = note(leo, "shared", "something else");
        assertThat(his.status()).isEqualTo(201);
        assertThat(his.body()).isNotEqualTo(hers.body());
    }

    @Test
    void a_service_account_that_is_asked_for_twice_keeps_the_role_it_has_got_since() {
        String wish = "{\"account\":\"ci-twice\",\"shown\":\"CI\",\"role\":\"viewer\"}";
        assertThat(post(Estate.team("/accounts"), lena, "account", wish).status()).isEqualTo(201);
        estate.ask(
                "PUT", Estate.team("/members/ci-twice"), estate.local(), "{\"role\":\"member\"}");
        long facts = estate.facts();
        Bare.Answer again = post(Estate.team("/accounts"), lena, "account", wish);
        assertThat(again.status()).isEqualTo(201);
        assertThat(Estate.json(again).path("roles").path(0).path("role").asString())
                .isEqualTo("member");
        assertThat(estate.facts()).isEqualTo(facts);
    }

    @Test
    void a_tokens_text_is_not_shown_a_second_time() {
        String wish = "{\"label\":\"laptop\",\"days\":1}";
        assertThat(post("/api/v1/me/tokens", lena, "token", wish).status()).isEqualTo(201);
        Bare.Answer again = post("/api/v1/me/tokens", lena, "token", wish);
        assertThat(again.code()).isEqualTo("token-shown-once");
        assertThat(again.body()).doesNotContain("slw_usr_");
    }

    @Test
    void a_key_that_is_none_is_refused() {
        for (String key : List.of("a b", "x".repeat(201), "\u00e9", "")) {
            assertThat(note(lena, key, "hello").status()).as(key).isEqualTo(400);
        }
    }
}
