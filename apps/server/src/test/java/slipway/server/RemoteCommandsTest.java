package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.commands.TestProgram;
import slipway.surface.api.ApiConventions;
import slipway.surface.api.client.CertificateFingerprint;

/** The command line against a real server. */
@Tag("network")
class RemoteCommandsTest {

    @TempDir private Path folder;

    @Test
    void the_local_command_line_is_signed_in_already() throws IOException {
        try (TestServer server = TestServer.open(folder.resolve("data"))) {
            var program = new TestProgram(here(), folder, folder);
            assertThat(program.run("whoami")).as(program.err()).isZero();
            assertThat(program.out()).contains(server.url() + " (context local)", "admin in all");
        }
        // Another server may have taken the port meanwhile; nothing listens on port 1.
        Files.writeString(folder.resolve("data/local.url"), "http://127.0.0.1:1");
        var program = new TestProgram(here(), folder, folder);
        assertThat(program.run("whoami")).isEqualTo(6);
        assertThat(program.err()).contains("connection refused", "(now: local)");
    }

    @Test
    void a_self_signed_server_is_trusted_by_its_fingerprint_only() throws IOException {
        Path data = folder.resolve("data");
        try (TestServer server = TestServer.open(data, "--tls-generate", "true")) {
            CertificateFingerprint shown =
                    CertificateFingerprint.ofPem(Files.readAllBytes(data.resolve("local.pem")))
                            .orElseThrow();
            Path token = Files.writeString(folder.resolve("token.txt"), server.localToken());
            var program = new TestProgram(Map.of(), folder, folder);
            String url = server.url().toString();
            assertThat(program.run("login", url, "--token-file", token.toString())).isEqualTo(6);
            assertThat(program.err())
                    .contains(
                            "Cannot trust",
                            "Its certificate is " + shown,
                            "--fingerprint " + shown);
            assertThat(
                            program.run(
                                    "login",
                                    url,
                                    "--as",
                                    "lab",
                                    "--token-file",
                                    token.toString(),
                                    "--fingerprint",
                                    shown.toString()))
                    .as(program.err())
                    .isZero();
            assertThat(program.run("whoami")).as(program.err()).isZero();
            assertThat(program.out()).contains("(context lab)");
        }
    }

    @Test
    void every_response_names_the_server_version() throws Exception {
        try (TestServer server = TestServer.open(folder.resolve("data"));
                var client = HttpClient.newHttpClient()) {
            for (String path : new String[] {"/healthz", "/nowhere", "/api/v1/me"}) {
                URI address = server.url().resolve(path);
                HttpResponse<Void> response =
                        client.send(
                                HttpRequest.newBuilder(address).build(),
                                HttpResponse.BodyHandlers.discarding());
                assertThat(response.headers().firstValue(ApiConventions.VERSION))
                        .as(path)
                        .contains("0.1");
            }
        }
    }

    private Map<String, String> here() {
        return Map.of("SLIPWAY_DATA", folder.resolve("data").toString());
    }
}
