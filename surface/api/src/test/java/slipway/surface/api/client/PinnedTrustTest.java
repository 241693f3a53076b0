package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.surface.api.ServerRoutes;

/** Runs against a real TLS server with a self-signed certificate for another host name. */
@Tag("process")
class PinnedTrustTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir static Path folder;
    private static Scripted server;
    private static CertificateFingerprint pin;

    @BeforeAll
    static void start() throws Exception {
        Path store = folder.resolve("server.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=elsewhere",
                "-keystore",
                store.toString());
        Path pem = folder.resolve("server.pem");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-file",
                pem.toString(),
                "-keystore",
                store.toString());
        pin = CertificateFingerprint.ofPem(Files.readAllBytes(pem)).orElseThrow();
        server = new Scripted(tls(store).getServerSocketFactory(), "https");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static void keytool(String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words));
        command.addAll(List.of("-storepass", new String(PASSWORD)));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("keytool.log").toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("keytool.log")));
    }

    private static SSLContext tls(Path store) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static ApiClient client(URI url, Optional<CertificateFingerprint> trusted) {
        AccessToken token = AccessToken.parse("secret").orElseThrow();
        return ApiClient.of(new ServerContext("lab", url, Optional.of(token), trusted));
    }

    @Test
    void exactly_the_pinned_certificate_is_trusted_whatever_its_name() {
        server.answersJson("{\"status\": \"ready\"}");
        try (ApiClient client = client(server.url(), Optional.of(pin))) {
            assertEquals("ready", client.call(ServerRoutes.READY).status());
        }
    }

    @Test
    void another_certificate_than_the_pinned_one_is_refused_and_reported() {
        int before = server.requests().size();
        try (ApiClient client =
                client(server.url(), Optional.of(new CertificateFingerprint("ab".repeat(32))))) {
            Problem problem =
                    catchThrowableOfType(Problem.class, () -> client.call(ServerRoutes.READY));
            assertEquals(
                    "Cannot trust %s: its certificate is %s, not the pinned one."
                            .formatted(server.url(), pin),
                    problem.what());
        }
        assertEquals(before, server.requests().size());
    }

    @Test
    void a_self_signed_certificate_is_refused_without_a_pin() {
        int before = server.requests().size();
        try (ApiClient client = client(server.url(), Optional.empty())) {
            Problem problem =
                    catchThrowableOfType(Problem.class, () -> client.call(ServerRoutes.READY));
            assertEquals("untrusted-server", problem.code().name());
            assertEquals(
                    "Cannot trust %s: its certificate is not trusted on this machine."
                            .formatted(server.url()),
                    problem.what());
            assertEquals(6, problem.kind().exitCode());
        }
        assertEquals(before, server.requests().size());
    }

    @Test
    void a_server_without_TLS_is_a_problem() throws IOException {
        try (Scripted plain = Scripted.plain()) {
            URI url = URI.create(plain.url().toString().replace("http:", "https:"));
            plain.then(socket -> Scripted.say(socket, "HTTP/1.1 400 Bad Request\r\n\r\n"));
            try (ApiClient client =
                    new ApiClient(
                            () -> ServerContext.open("lab", url),
                            ClientTimeouts.defaults().within(Duration.ofMillis(100)))) {
                Problem problem =
                        catchThrowableOfType(Problem.class, () -> client.call(ServerRoutes.READY));
                assertThat(problem.code().name()).isIn("unreachable", "no-answer");
            }
        }
    }

    @Test
    void the_fingerprint_of_a_certificate_can_be_read_without_trusting_it() throws IOException {
        assertEquals(Optional.of(pin), CertificateFingerprint.presentedBy(server.url()));
        try (Scripted plain = Scripted.plain()) {
            plain.then(socket -> Scripted.say(socket, "HTTP/1.1 400 Bad Request\r\n\r\n"));
            assertEquals(Optional.empty(), CertificateFingerprint.presentedBy(plain.url()));
        }
    }

    @Test
    void a_fingerprint_is_parsed_in_the_usual_notations() {
        assertEquals(Optional.of(pin), CertificateFingerprint.parse(pin.toString()));
        String colons = pin.hex().toUpperCase(Locale.ROOT).replaceAll("(..)(?!$)", "$1:");
        assertEquals(Optional.of(pin), CertificateFingerprint.parse("SHA256:" + colons));
        assertEquals(Optional.empty(), CertificateFingerprint.parse("ab:cd"));
        assertEquals(
                Optional.empty(),
                CertificateFingerprint.ofPem("no certificate".getBytes(StandardCharsets.UTF_8)));
    }
}
