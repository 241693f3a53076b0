package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browser sessions and open streams: how they begin, what they may, and that they end. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class SessionsTest {

    @TempDir static Path data;
    private static Estate estate;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        estate.person("lena", Estate.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    /** A session as a browser holds it. */
    private record Session(String text, String csrf) {

        String cookie() {
            return "Cookie: slipway_session=" + text;
        }

        Bare.Answer get(String path) {
            return estate.askWith("GET", path, List.of(cookie()), "");
        }

        Bare.Answer change(String method, String path, String body) {
            return estate.askWith(method, path, List.of(cookie(), "X-CSRF-Token: " + csrf), body);
        }
    }

    private static Bare.Answer signIn(String token) {
        return estate.askWith(
                "POST", "/api/v1/sessions", List.of(), "{\"token\":\"" + token + "\"}");
    }

    private static Session session(String token) {
        Bare.Answer answer = signIn(token);
        String cookie = answer.header("Set-Cookie").orElseThrow();
        return new Session(
                cookie.replaceAll("slipway_session=([^;]+);.*", "$1"),
                Estate.json(answer).path("csrf").asString());
    }

    private static String id(String token) {
        return token.split("_", -1)[2].substring(0, 8);
    }

    private static int revoke(String token) {
        return estate.ask("DELETE", "/api/v1/users/lena/tokens/" + id(token), estate.local(), "")
                .status();
    }

    @Test
    void the_cookie_is_kept_from_scripts_and_from_other_sites() {
        String cookie = signIn(estate.token("lena")).header("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .startsWith("slipway_session=slw_ses_")
                .contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43")
                .doesNotContain("Domain");
    }

    @Test
    void a_change_within_a_session_needs_the_sessions_own_mark() {
        Session session = session(estate.token("lena"));
        Session another = session(estate.token("lena"));
        String notes = Estate.team("/notes");
        String body = "{\"text\":\"from a browser\"}";
        List<List<String>> without =
                List.of(
                        List.of(session.cookie()),
                        List.of(session.cookie(), "X-CSRF-Token: "),
                        List.of(session.cookie(), "X-CSRF-Token: 00"),
                        List.of(session.cookie(), "X-CSRF-Token: " + another.csrf()));
        long before = estate.facts();
        for (List<String> headers : without) {
            assertThat(estate.askWith("POST", notes, headers, body).code())
                    .isEqualTo("csrf-missing");
        }
        assertThat(estate.facts()).isEqualTo(before);
        assertThat(session.change("POST", notes, body).status()).isEqualTo(201);
    }

    @Test
    void another_sites_page_does_nothing_even_with_cookie_and_mark() {
        Session session = session(estate.token("lena"));
        Bare.Answer answer =
                estate.askWith(
                        "POST",
                        Estate.team("/notes"),
                        List.of(
                                session.cookie(),
                                "X-CSRF-Token: " + session.csrf(),
                                "Origin: https://evil.example"),
                        "{\"text\":\"from elsewhere\"}");
        assertThat(answer.code()).isEqualTo("foreign-origin");
    }

    @Test
    void whoever_signs_out_is_out() {
        Session session = session(estate.token("lena"));
        assertThat(session.get("/api/v1/me").status()).isEqualTo(200);
        Bare.Answer out = session.change("DELETE", "/api/v1/sessions/current", "");
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie").orElse(""))
                .contains("slipway_session=;", "Expires=Thu, 01 Jan 1970");
        assertThat(session.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void a_session_may_no_more_than_the_token_it_was_opened_with() {
        Session session = session(estate.token("lena", "team:read"));
        assertThat(session.get(Estate.team("")).status()).isEqualTo(200);
        assertThat(session.change("POST", Estate.team("/notes"), "{\"text\":\"x\"}").code())
                .isEqualTo("not-allowed");
        String wider = "{\"label\":\"wider\",\"days\":1}";
        assertThat(session.change("POST", "/api/v1/me/tokens", wider).status()).isEqualTo(403);
    }

    @Test
    void a_session_opens_no_other_session_so_none_outlives_its_token() {
        String token = estate.token("lena");
        Session session = session(token);
        assertThat(signIn(session.text()).status()).isEqualTo(403);
        assertThat(revoke(token)).isEqualTo(204);
        assertThat(session.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void a_refused_service_account_is_not_left_behind() {
        String lead = estate.token("lena");
        String wish = "{\"account\":\"king\",\"shown\":\"King\",\"role\":\"admin\"}";
        long before = estate.facts();
        Bare.Answer answer = estate.ask("POST", Estate.team("/accounts"), lead, wish);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(estate.facts()).isEqualTo(before);
    }

    @Test
    void a_revoked_token_ends_its_open_stream_at_once() throws IOException {
        String token = estate.token("lena");
        try (Socket socket = estate.bare().open()) {
            BufferedReader stream = stream(socket, token);
            until(stream, ": welcome");
            assertThat(revoke(token)).isEqualTo(204);
            // Longer than it may take, shorter than until the next sign of life.
            socket.setSoTimeout(10_000);
            until(stream, ": you are no longer signed in");
        }
    }

    @Test
    void a_stream_tells_nothing_of_another_team() throws IOException {
        String token = estate.newcomer("nora", Estate.OTHER, "admin");
        try (Socket socket = estate.bare().open()) {
            BufferedReader stream = stream(socket, token);
            until(stream, ": welcome");
            estate.ask("POST", Estate.team("/notes"), estate.local(), "{\"text\":\"for us\"}");
            String own = "/api/v1/teams/" + Estate.OTHER + "/notes";
            estate.ask("POST", own, token, "{\"text\":\"the last word\"}");
            assertThat(until(stream, "the last word")).doesNotContain("for us", "vision", "lena");
        }
    }

    @Test
    void a_new_team_of_an_old_name_does_not_read_what_the_old_one_did() {
        String found = "{\"team\":\"phoenix\"}";
        estate.ask("POST", "/api/v1/teams/all/teams", estate.local(), found);
        estate.ask(
                "POST", "/api/v1/teams/phoenix/notes", estate.local(), "{\"text\":\"old ashes\"}");
        assertThat(estate.ask("DELETE", "/api/v1/teams/phoenix", estate.local(), "").status())
                .isEqualTo(204);
        estate.ask("POST", "/api/v1/teams/all/teams", estate.local(), found);
        String reader = estate.newcomer("phil", new slipway.base.TeamId("phoenix"), "admin");
        estate.ask("POST", "/api/v1/teams/phoenix/notes", reader, "{\"text\":\"new feathers\"}");
        String events = estate.ask("GET", "/api/v1/events?limit=1000", reader, "").body();
        assertThat(events).contains("new feathers").doesNotContain("old ashes");
    }

    private static BufferedReader stream(Socket socket, String token) throws IOException {
        String request =
                String.join(
                        "\r\n",
                        "GET /api/v1/events HTTP/1.1",
                        "Host: 127.0.0.1:%d",
                        "Accept: text/event-stream",
                        "Authorization: Bearer %s",
                        "",
                        "");
        socket.getOutputStream()
                .write(
                        request.formatted(estate.bare().port(), token)
                                .getBytes(StandardCharsets.ISO_8859_1));
        return new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** All lines up to one that has this. */
    private static String until(BufferedReader stream, String wanted) throws IOException {
        var read = new StringBuilder();
        String line = stream.readLine();
        while (line != null) {
            read.append(line).append('\n');
            if (line.contains(wanted)) {
                return read.toString();
            }
            line = stream.readLine();
        }
        throw new AssertionError("The stream ended without '" + wanted + "': " + read);
    }
}
