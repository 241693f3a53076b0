package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import slipway.testkit.Needs;

/**
 * A Keycloak of this machine, from its archive on the class path, with the realm {@code lab}: one person in two groups,
 * a client whose ID tokens have groups, and one that has them only at the userinfo endpoint.
 */
final class KeycloakServer implements AutoCloseable {

    static final String PERSON = "ana";
    static final String PASSWORD = "a good password";
    static final String SECRET = "a secret: with signs & marks";

    private static final String ARCHIVE = "keycloak-quarkus-dist";
    private static final Pattern LISTENING =
            Pattern.compile("Listening on: (http://127\\.0\\.0\\.1:\\d+)");
    private static final long PATIENCE_MINUTES = 5;

    private static final String MAPPER =
            """
            {"name": "groups", "protocol": "openid-connect",
             "protocolMapper": "oidc-group-membership-mapper",
             "config": {"claim.name": "groups", "full.path": "false", "id.token.claim": "%s",
                        "access.token.claim": "false", "userinfo.token.claim": "true"}}""";
    private static final String REALM =
            """
            {"realm": "lab", "enabled": true,
             "groups": [{"name": "ml-research"}, {"name": "everyone"}],
             "users": [{"username": "%s", "enabled": true, "email": "ana@example.org",
               "emailVerified": true, "firstName": "Ana", "lastName": "Souza",
               "groups": ["/ml-research", "/everyone"],
               "credentials": [{"type": "password", "value": "%s", "temporary": false}]}],
             "clients": [
               {"clientId": "slipway", "secret": "%s", "redirectUris": ["%s"],
                "attributes": {"pkce.code.challenge.method": "S256"}, "protocolMappers": [%s]},
               {"clientId": "slipway-userinfo", "publicClient": true, "redirectUris": ["%s"],
                "attributes": {"pkce.code.challenge.method": "S256"}, "protocolMappers": [%s]}]}
            """
                    .formatted(
                            PERSON,
                            PASSWORD,
                            SECRET,
                            SignOnValues.REDIRECT,
                            MAPPER.formatted("true"),
                            SignOnValues.REDIRECT,
                            MAPPER.formatted("false"));

    private final Process process;
    private final BufferedReader output;
    private final String url;

    private KeycloakServer(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
        this.url = awaitUrl();
    }

    /** Unpacks and starts it. */
    static KeycloakServer start(Path directory) throws IOException {
        Optional<Path> archive = archive();
        Needs.that(archive.isPresent(), ARCHIVE, "let Maven resolve the test dependencies");
        Path home = unpack(archive.orElseThrow(), directory);
        Path realm = home.resolve("data/import/lab.json");
        Files.createDirectories(realm.resolveSibling("."));
        Files.writeString(realm, REALM);
        ProcessBuilder builder =
                new ProcessBuilder(
                        "bash",
                        home.resolve("bin/kc.sh").toString(),
                        "start-dev",
                        "--import-realm",
                        "--http-host=127.0.0.1",
                        "--http-port=0");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS_KC_HEAP", "-Xms64m -Xmx512m");
        return new KeycloakServer(builder.redirectErrorStream(true).start());
    }

    private static Optional<Path> archive() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains(ARCHIVE))
                .map(Path::of)
                .filter(Files::isReadable)
                .findFirst();
    }

    private static Path unpack(Path archive, Path directory) throws IOException {
        try (var zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            Path home = directory.resolve(entries.nextElement().getName());
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path file = directory.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    try (InputStream content = zip.getInputStream(entry)) {
                        Files.copy(content, file);
                    }
                }
            }
            return home;
        }
    }

    /** Waits for the line that names its port, which the operating system has chosen. */
    private String awaitUrl() {
        var killer = Thread.ofVirtual().start(this::killWhenLate);
        var read = new StringBuilder();
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                read.append(line).append('\n');
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    Thread.ofVirtual().start(this::discardOutput);
                    return listening.group(1);
                }
            }
            throw new AssertionError("Keycloak did not start: " + read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            killer.interrupt();
        }
    }

    private void killWhenLate() {
        try {
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                close();
            }
        } catch (InterruptedException inTime) {
            Thread.currentThread().interrupt();
        }
    }

    private void discardOutput() {
        try {
            output.transferTo(java.io.Writer.nullWriter());
        } catch (IOException ended) {
            // The process has ended.
        }
    }

    String issuer() {
        return url + "/realms/lab";
    }

    /** The script replaces itself by Java, so this ends the server. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
