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
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.server.House;
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
    void the_command_line_on_this_machine_trusts_exactly_the_certificate_that_the_server_made() {
        try (House house = House.open(data, "--tls-generate", "true")) {
            assertThat(house.url().getScheme()).isEqualTo("https");
            var serverContexts = new ServerContexts(Map.of("SLIPWAY_DATA", data.toString()), data);
            try (ApiClient apiClient = ApiClient.of(serverContexts.current())) {
                assertThat(apiClient.call(MeRoute.ME).user().value()).isEqualTo("local");
            }
            ApiClient trusting = house.as(ServerContext.open("unpinned", house.url()));
            assertThatThrownBy(() -> trusting.call(ServerRoutes.ALIVE))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("certificate");
        }
        assertThat(data.resolve("local.pem")).doesNotExist();
        assertThat(data.resolve("tls.p12")).exists();
    }

    @Test
    void a_stranger_who_trusts_nobody_is_not_fooled() throws Exception {
        try (House house = House.open(data, "--tls-generate", "true");
                HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(house.url().resolve("/healthz")).build();
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void a_certificate_that_is_none_is_named() throws Exception {
        Path file = Files.writeString(data.resolve("not.pem"), "nothing like it");
        assertThatThrownBy(
                        () ->
                                House.open(
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
        House.open(data).close();
    }

    @Test
    void behind_a_proxy_that_speaks_tls_the_session_is_for_tls_alone() throws Exception {
        try (House house = House.open(data, "--public-url", "https://gpu.example.org");
                HttpClient client = HttpClient.newHttpClient()) {
            List<String> shown = new ArrayList<>();
            house.platform().welcome(shown::add);
            String token = shown.getFirst();
            var request =
                    HttpRequest.newBuilder(house.url().resolve("/api/v1/sessions"))
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"token\":\"" + token + "\"}"))
                            .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).contains("Secure");
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).isPresent();
        }
    }

    @Test
    void http_2_is_spoken_where_the_other_side_can() throws Exception {
        try (House house = House.open(data);
                HttpClient client =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            URI alive = house.url().resolve("/healthz");
            var answer =
                    client.send(
                            HttpRequest.newBuilder(alive).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }
}
