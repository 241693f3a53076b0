package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.server.TestServer;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.api.people.MeRoute;

/** The platform under TLS. */
@Tag("network")
class TlsTest {

    @TempDir Path data;

    @Test
    void the_local_command_line_pins_the_generated_certificate() {
        try (TestServer server = TestServer.open(data, "--tls-generate", "true")) {
            assertThat(server.url().getScheme()).isEqualTo("https");
            var serverContexts = new ServerContexts(Map.of("SLIPWAY_DATA", data.toString()), data);
            try (ApiClient apiClient = ApiClient.of(serverContexts.current())) {
                assertThat(apiClient.call(MeRoute.ME).user().value()).isEqualTo("local");
            }
            ApiClient trusting = server.as(ServerContext.open("unpinned", server.url()));
            assertThatThrownBy(() -> trusting.call(ServerRoutes.ALIVE))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("certificate");
        }
        assertThat(data.resolve("local.pem")).doesNotExist();
        assertThat(data.resolve("tls.p12")).exists();
    }

    @Test
    void a_client_without_the_pin_refuses_the_generated_certificate() throws Exception {
        try (TestServer server = TestServer.open(data, "--tls-generate", "true");
                HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(server.url().resolve("/healthz")).build();
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void an_invalid_certificate_file_is_named() throws Exception {
        Path file = Files.writeString(data.resolve("not.pem"), "nothing like it");
        assertThatThrownBy(
                        () ->
                                TestServer.open(
                                        data,
                                        "--tls-certificate",
                                        file.toString(),
                                        "--tls-key",
                                        file.toString()))
                .isInstanceOfSatisfying(
                        Problem.class,
                        p -> {
                            assertThat(p.code().name()).isEqualTo("bad-certificate");
                            assertThat(p.what()).contains(file.toString());
                        });
        TestServer.open(data).close();
    }

    @Test
    void behind_a_tls_proxy_the_session_cookie_is_secure() throws Exception {
        try (TestServer server = TestServer.open(data, "--public-url", "https://gpu.example.org");
                HttpClient client = HttpClient.newHttpClient()) {
            List<String> shown = new ArrayList<>();
            server.platform().welcome(shown::add);
            String token = shown.getFirst();
            var request =
                    HttpRequest.newBuilder(server.url().resolve("/api/v1/sessions"))
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"token\":\"" + token + "\"}"))
                            .build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.headers().firstValue("Set-Cookie").orElse("")).contains("Secure");
        }
    }

    private static Optional<String> hsts(TestServer server) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var alive = HttpRequest.newBuilder(server.url().resolve("/healthz")).build();
            return client.send(alive, HttpResponse.BodyHandlers.ofString())
                    .headers()
                    .firstValue("Strict-Transport-Security");
        }
    }

    @Test
    void a_server_without_tls_speaks_for_the_other_ports_of_its_host_only_if_configured()
            throws Exception {
        String url = "https://gpu.example.org";
        try (TestServer server = TestServer.open(data, "--public-url", url)) {
            assertThat(hsts(server)).isEmpty();
        }
        try (TestServer server = TestServer.open(data, "--public-url", url, "--tls-hsts", "true")) {
            assertThat(hsts(server)).contains("max-age=31536000");
        }
    }

    @Test
    void http_2_is_negotiated() throws Exception {
        try (TestServer server = TestServer.open(data);
                HttpClient client =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            URI alive = server.url().resolve("/healthz");
            var response =
                    client.send(
                            HttpRequest.newBuilder(alive).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }
}
