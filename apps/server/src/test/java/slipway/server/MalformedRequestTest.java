package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malformed HTTP. Each request is refused with a readable problem, and the server keeps running. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class MalformedRequestTest {

    private static final String ME =
            "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n";
    private static final String NOTE =
            ME.replace("GET /api/v1/me", "POST /api/v1/notes")
                    + "Content-Type: application/json\r\n";

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

    @AfterEach
    void server_still_answers() {
        assertThat(server.request("GET", "/api/v1/me", server.local(), "").status()).isEqualTo(200);
    }

    private static String authorization() {
        return "Authorization: Bearer " + server.local() + "\r\n";
    }

    private static RawHttp.Response send(String text) {
        return ResponseChecks.check(
                text.lines().findFirst().orElse(""), server.http().sendRaw(text));
    }

    @Test
    void malformed_requests_are_refused() {
        List<String> all =
                List.of(
                        "GET /api/v1/me HTTP/1.1\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost:\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: evil@HOST\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST/x\r\n\r\n",
                        "GET http://evil.example/api/v1/me HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                        "GET http://HOST/api/v1/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                        "GET file:///etc/passwd HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                        "GET /api/v1/me\r\n\r\n",
                        "GET /api/v1/me HTTP/1.2\r\nHost: HOST\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\nHost: HOST\n\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nX: a\u0000b\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nX: a\rb\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nnocolon\r\n\r\n",
                        "GET /api/v1/me HTTP/1.1\r\nHost: HOST\r\nX : y\r\n\r\n",
                        "\u0000\u00ff\u00fe\r\n\r\n",
                        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003 a hello of TLS\r\n\r\n");
        for (String bytes : all) {
            assertThat(send(bytes).status())
                    .as(bytes)
                    .isBetween(400, 505)
                    .isNotIn(500, 501, 502, 503);
        }
    }

    @Test
    void a_body_of_ambiguous_length_is_not_read() {
        List<String> all =
                List.of(
                        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
                        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                        "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
                        "Content-Length: -1\r\n\r\n{}",
                        "Content-Length: +2\r\n\r\n{}",
                        "Content-Length: 99999999999999999999\r\n\r\n{}",
                        "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
                        "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n",
                        "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
                        "Content-Length: 2\r\nExpect: a-miracle\r\n\r\n{}");
        for (String rest : all) {
            long before = server.factCount();
            // A parser that ends the first request early would execute this second one.
            String smuggled =
                    NOTE + authorization() + "Content-Length: 17\r\n\r\n{\"text\":\"stolen\"}";
            assertThat(send(NOTE + authorization() + rest + smuggled).status())
                    .as(rest)
                    .isIn(400, 413, 417);
            assertThat(server.factCount()).isEqualTo(before);
        }
    }

    @Test
    void ambiguous_paths_are_refused() {
        List<String> all =
                List.of(
                        "//api/v1/me",
                        "/api//v1/me",
                        "/api/v1/%6de",
                        "/api/v1/me;x=1",
                        "/api/v1/../v1/me",
                        "/api/v1/%2e%2e/v1/me",
                        "/api/v1/%2E%2E/v1/me",
                        "/api/v1/teams/vision%2fmembers",
                        "/api/v1/teams/vision%00",
                        "/api/v1/me%20",
                        "/api/v1/me%0d%0aX:y",
                        "/api/v1/.",
                        "/api/v1/..",
                        "/healthz/../api/v1/me",
                        "/healthz;/../api/v1/me",
                        "/healthz/..;/api/v1/me",
                        "/api/v1/m\u00c3\u00a9",
                        "/api/v1/me#part",
                        "/api/v1/me\\",
                        "/api/v1/teams/vision\\..\\robotics",
                        "/api/v1/%",
                        "/api/v1/%zz",
                        "/api/v1/%c0%ae",
                        "/api/v1/me|x",
                        "/api/v1/teams/..",
                        "*",
                        "/healthz%2f..%2fapi/v1/me");
        for (String path : all) {
            String request = "GET " + path + ME.substring("GET /api/v1/me".length());
            assertThat(send(request + authorization() + "\r\n").status()).as(path).isEqualTo(400);
            assertThat(send(request + "\r\n").status()).isEqualTo(400);
        }
    }

    @Test
    void an_unknown_path_is_404_and_401_without_a_token() {
        List<String> all =
                List.of(
                        "/api/v1/me/",
                        "/API/v1/me",
                        "/api/v1/ME",
                        "/api/v2/me",
                        "/api/v0/teams",
                        "/api/me",
                        "/api",
                        "/api/",
                        "/v1/me",
                        "/rest/api",
                        "/apis/v1",
                        "/actuator/env",
                        "/.git/config",
                        "/.env",
                        "/admin",
                        "/server-status",
                        "/api/v1/teams/-x",
                        "/api/v1/teams/A");
        for (String path : all) {
            String request = "GET " + path + ME.substring("GET /api/v1/me".length());
            assertThat(send(request + authorization() + "\r\n").status()).as(path).isEqualTo(404);
            assertThat(send(request + "\r\n").status()).isEqualTo(401);
        }
    }

    @Test
    void oversized_headers_and_paths_are_refused() {
        String long20k = "x".repeat(20_000);
        assertThat(send(ME + "X: " + long20k + "\r\n\r\n").status()).isEqualTo(431);
        assertThat(send(ME + "X: " + "x".repeat(10_000_000) + "\r\n\r\n").status()).isEqualTo(431);
        assertThat(send("GET /" + long20k + " HTTP/1.1\r\nHost: HOST\r\n\r\n").status())
                .isEqualTo(414);
    }

    @Test
    void an_oversized_body_is_refused_also_when_chunked() {
        assertThat(send(NOTE + authorization() + "Content-Length: 9999999999\r\n\r\n{").status())
                .isEqualTo(413);
        String chunk = "200000\r\n" + "a".repeat(0x200000) + "\r\n";
        assertThat(
                        send(NOTE + authorization() + "Transfer-Encoding: chunked\r\n\r\n" + chunk)
                                .status())
                .isEqualTo(413);
    }

    @Test
    void an_unauthenticated_body_is_limited_to_the_size_of_a_token() {
        String token = "{\"token\":\"" + "a".repeat(20_000) + "\"}";
        assertThat(server.requestWith("POST", "/api/v1/sessions", List.of(), token).status())
                .isEqualTo(413);
    }

    @Test
    void an_unauthenticated_client_gets_no_100_continue() {
        RawHttp.Response response =
                send(NOTE + "Content-Length: 15\r\nExpect: 100-continue\r\n\r\n");
        assertThat(response.status()).isEqualTo(401);
    }

    @Test
    void two_authorization_headers_are_refused() {
        assertThat(send(ME + authorization() + "Authorization: Bearer x\r\n\r\n").status())
                .isEqualTo(400);
    }

    @Test
    void a_request_from_another_origin_is_refused_despite_a_valid_token() {
        List<String> all =
                List.of(
                        "Origin: null",
                        "Origin: http://evil.example",
                        "Origin: http://127.0.0.1:1",
                        "Origin: ://",
                        "Origin: http://HOST\r\nOrigin: http://evil.example",
                        "Sec-Fetch-Site: cross-site",
                        "Sec-Fetch-Site: same-site");
        for (String header : all) {
            RawHttp.Response response = send(ME + authorization() + header + "\r\n\r\n");
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.code()).isEqualTo("foreign-origin");
        }
    }

    @Test
    void an_unknown_host_name_is_refused() {
        List<String> all =
                List.of("evil.example", "localhost.", "[::ffff:7f00:1]", "127.0.0.2", "1.2.3.4");
        for (String host : all) {
            RawHttp.Response response = send(ME.replace("HOST", host) + authorization() + "\r\n");
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.code()).isEqualTo("wrong-host");
        }
    }

    @Test
    void forwarding_headers_are_ignored() {
        String set =
                String.join(
                        "\r\n",
                        "X-Forwarded-Host: evil.example",
                        "X-Forwarded-For: 127.0.0.1",
                        "X-Forwarded-User: admin",
                        "X-HTTP-Method-Override: DELETE",
                        "X-Original-URL: /healthz",
                        "Forwarded: host=evil.example",
                        "",
                        "");
        RawHttp.Response response = send(ME + set);
        assertThat(response.status()).isEqualTo(401);
    }

    @Test
    void pipelined_requests_are_authenticated_separately() throws IOException {
        String keep = ME.replace("Connection: close\r\n", "");
        try (Socket socket = server.http().open()) {
            String text =
                    (keep
                            + authorization()
                            + "\r\n"
                            + keep
                            + "\r\n"
                            + ME
                            + authorization()
                            + "\r\n");
            socket.getOutputStream()
                    .write(
                            text.replace("HOST", "127.0.0.1:" + server.http().port())
                                    .getBytes(StandardCharsets.ISO_8859_1));
            String all = new String(RawHttp.readAll(socket), StandardCharsets.UTF_8);
            assertThat(all.lines().filter(line -> line.contains("HTTP/1.1 ")))
                    .extracting(line -> line.replaceAll(".*HTTP/1.1 (...).*", "$1"))
                    .containsExactly("200", "401", "200");
        }
    }
}
