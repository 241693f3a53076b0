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

/** Browser sessions and event streams: sign-in, permissions and revocation. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class SessionsTest {

    @TempDir static Path data;
    private static TwoTeamServer server;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        server.person("lena", TwoTeamServer.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    /** A session as a browser stores it. */
    private record Session(String text, String csrf) {

        String cookie() {
            return "Cookie: slipway_session=" + text;
        }

        RawHttp.Response get(String path) {
            return server.requestWith("GET", path, List.of(cookie()), "");
        }

        RawHttp.Response change(String method, String path, String body) {
            return server.requestWith(
                    method, path, List.of(cookie(), "X-CSRF-Token: " + csrf), body);
        }
    }

    private static RawHttp.Response signIn(String token) {
        return server.requestWith(
                "POST", "/api/v1/sessions", List.of(), "{\"token\":\"" + token + "\"}");
    }

    private static Session session(String token) {
        RawHttp.Response response = signIn(token);
        String cookie = response.header("Set-Cookie").orElseThrow();
        return new Session(
                cookie.replaceAll("slipway_session=([^;]+);.*", "$1"),
                TwoTeamServer.json(response).path("csrf").asString());
    }

    private static String id(String token) {
        return token.split("_", -1)[2].substring(0, 8);
    }

    private static int revoke(String token) {
        return server.request(
                        "DELETE", "/api/v1/users/lena/tokens/" + id(token), server.local(), "")
                .status();
    }

    @Test
    void the_session_cookie_is_http_only_and_same_site() {
        String cookie = signIn(server.token("lena")).header("Set-Cookie").orElseThrow();
        assertThat(cookie)
                .startsWith("slipway_session=slw_ses_")
                .contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43")
                .doesNotContain("Domain");
    }

    @Test
    void a_change_requires_the_csrf_token_of_its_session() {
        Session session = session(server.token("lena"));
        Session another = session(server.token("lena"));
        String notes = TwoTeamServer.team("/notes");
        String body = "{\"text\":\"from a browser\"}";
        List<List<String>> without =
                List.of(
                        List.of(session.cookie()),
                        List.of(session.cookie(), "X-CSRF-Token: "),
                        List.of(session.cookie(), "X-CSRF-Token: 00"),
                        List.of(session.cookie(), "X-CSRF-Token: " + another.csrf()));
        long before = server.factCount();
        for (List<String> headers : without) {
            assertThat(server.requestWith("POST", notes, headers, body).code())
                    .isEqualTo("csrf-missing");
        }
        assertThat(server.factCount()).isEqualTo(before);
        assertThat(session.change("POST", notes, body).status()).isEqualTo(201);
    }

    @Test
    void another_origin_is_refused_even_with_cookie_and_csrf_token() {
        Session session = session(server.token("lena"));
        RawHttp.Response response =
                server.requestWith(
                        "POST",
                        TwoTeamServer.team("/notes"),
                        List.of(
                                session.cookie(),
                                "X-CSRF-Token: " + session.csrf(),
                                "Origin: https://evil.example"),
                        "{\"text\":\"from elsewhere\"}");
        assertThat(response.code()).isEqualTo("foreign-origin");
    }

    @Test
    void signing_out_ends_the_session() {
        Session session = session(server.token("lena"));
        assertThat(session.get("/api/v1/me").status()).isEqualTo(200);
        RawHttp.Response out = session.change("DELETE", "/api/v1/sessions/current", "");
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie").orElse(""))
                .contains("slipway_session=;", "Expires=Thu, 01 Jan 1970");
        assertThat(session.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void a_session_has_no_more_permissions_than_its_token() {
        Session session = session(server.token("lena", "team:read"));
        assertThat(session.get(TwoTeamServer.team("")).status()).isEqualTo(200);
        assertThat(session.change("POST", TwoTeamServer.team("/notes"), "{\"text\":\"x\"}").code())
                .isEqualTo("not-allowed");
        String wider = "{\"label\":\"wider\",\"days\":1}";
        assertThat(session.change("POST", "/api/v1/me/tokens", wider).status()).isEqualTo(403);
    }

    @Test
    void a_session_cannot_open_another_session_and_ends_with_its_token() {
        String token = server.token("lena");
        Session session = session(token);
        assertThat(signIn(session.text()).status()).isEqualTo(403);
        assertThat(revoke(token)).isEqualTo(204);
        assertThat(session.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void a_refused_service_account_is_not_created() {
        String lead = server.token("lena");
        String body = "{\"account\":\"king\",\"shown\":\"King\",\"role\":\"admin\"}";
        long before = server.factCount();
        RawHttp.Response response =
                server.request("POST", TwoTeamServer.team("/accounts"), lead, body);
        assertThat(response.status()).isEqualTo(403);
        assertThat(server.factCount()).isEqualTo(before);
    }

    @Test
    void revoking_a_token_ends_its_event_stream() throws IOException {
        String token = server.token("lena");
        try (Socket socket = server.http().open()) {
            BufferedReader stream = stream(socket, token);
            until(stream, "event: ready");
            assertThat(revoke(token)).isEqualTo(204);
            // Longer than revocation takes, shorter than the keep-alive interval.
            socket.setSoTimeout(10_000);
            until(stream, "{\"reason\":\"revoked\"}");
        }
    }

    @Test
    void a_stream_contains_no_events_of_another_team() throws IOException {
        String token = server.newUser("nora", TwoTeamServer.OTHER, "admin");
        try (Socket socket = server.http().open()) {
            BufferedReader stream = stream(socket, token);
            until(stream, "event: ready");
            server.request(
                    "POST", TwoTeamServer.team("/notes"), server.local(), "{\"text\":\"for us\"}");
            String own = "/api/v1/teams/" + TwoTeamServer.OTHER + "/notes";
            server.request("POST", own, token, "{\"text\":\"the last word\"}");
            assertThat(until(stream, "the last word")).doesNotContain("for us", "vision", "lena");
        }
    }

    @Test
    void a_team_with_a_reused_name_does_not_read_old_events() {
        String found = "{\"team\":\"phoenix\"}";
        server.request("POST", "/api/v1/teams/all/teams", server.local(), found);
        server.request(
                "POST", "/api/v1/teams/phoenix/notes", server.local(), "{\"text\":\"old ashes\"}");
        assertThat(server.request("DELETE", "/api/v1/teams/phoenix", server.local(), "").status())
                .isEqualTo(204);
        server.request("POST", "/api/v1/teams/all/teams", server.local(), found);
        String reader = server.newUser("phil", new slipway.base.TeamId("phoenix"), "admin");
        server.request(
                "POST", "/api/v1/teams/phoenix/notes", reader, "{\"text\":\"new feathers\"}");
        String events = server.request("GET", "/api/v1/events?limit=1000", reader, "").body();
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
                        request.formatted(server.http().port(), token)
                                .getBytes(StandardCharsets.ISO_8859_1));
        return new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads all lines up to one that contains the text. */
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
