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
    void on_its_own_machine_the_command_line_is_signed_in_already() throws IOException {
        try (House house = House.open(folder.resolve("data"))) {
            var program = new TestProgram(here(), folder, folder);
            assertThat(program.run("whoami")).as(program.err()).isZero();
            assertThat(program.out()).contains(house.url() + " (context local)", "admin in all");
        }
        // Another server may have taken the port meanwhile; on the first of all nothing listens.
        Files.writeString(folder.resolve("data/local.url"), "http://127.0.0.1:1");
        var program = new TestProgram(here(), folder, folder);
        assertThat(program.run("whoami")).isEqualTo(6);
        assertThat(program.err()).contains("connection refused", "(now: local)");
    }

    @Test
    void a_server_with_a_certificate_of_its_own_is_trusted_by_its_fingerprint_alone()
            throws IOException {
        Path data = folder.resolve("data");
        try (House house = House.open(data, "--tls-generate", "true")) {
            CertificateFingerprint shown =
                    CertificateFingerprint.ofPem(Files.readAllBytes(data.resolve("local.pem")))
                            .orElseThrow();
            Path token = Files.writeString(folder.resolve("token.txt"), house.localToken());
            var program = new TestProgram(Map.of(), folder, folder);
            String url = house.url().toString();
            assertThat(program.run("login", url, "--token-file", token.toString())).isEqualTo(6);
            assertThat(program.err())
                    .contains("Cannot trust", "It shows " + shown, "--fingerprint " + shown);
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
    void every_answer_says_which_version_gave_it() throws Exception {
        try (House house = House.open(folder.resolve("data"));
                var client = HttpClient.newHttpClient()) {
            for (String path : new String[] {"/healthz", "/nowhere", "/api/v1/me"}) {
                URI address = house.url().resolve(path);
                HttpResponse<Void> answer =
                        client.send(
                                HttpRequest.newBuilder(address).build(),
                                HttpResponse.BodyHandlers.discarding());
                assertThat(answer.headers().firstValue(ApiConventions.VERSION))
                        .as(path)
                        .contains("0.1");
            }
        }
    }

    private Map<String, String> here() {
        return Map.of("SLIPWAY_DATA", folder.resolve("data").toString());
    }
}
