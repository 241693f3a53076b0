package slipway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads of the launcher, from a server in this process. */
@Tag("process")
class LauncherFetchTest {

    private static final String MAVEN =
            "/maven/maven-3/3.9.12/binaries/apache-maven-3.9.12-bin.tar.gz";

    @TempDir Path machine;
    private FakeCheckout checkout;
    private HttpServer server;
    private String address;
    private final Map<String, byte[]> files = new TreeMap<>();

    @BeforeEach
    void serve() throws IOException {
        checkout = new FakeCheckout(machine);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    byte[] file = files.get(exchange.getRequestURI().getPath());
                    exchange.sendResponseHeaders(
                            file == null ? 404 : 200, file == null ? -1 : file.length);
                    if (file != null) {
                        exchange.getResponseBody().write(file);
                    }
                    exchange.close();
                });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
        checkout.with("SLIPWAY_ADOPTIUM", address).with("SLIPWAY_MAVEN_FROM", address);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_missing_jdk_is_fetched_when_that_is_allowed() throws Exception {
        publishJdk("");
        var ended = checkout.with("SLIPWAY_JDK", "auto").slipway("x");
        assertThat(ended.text())
                .contains(
                        "Fetching Temurin 25",
                        "java " + machine.resolve("home/.slipway/jdk"),
                        "<x>");
        assertThat(Files.getPosixFilePermissions(machine.resolve("home/.slipway")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        files.clear();
        assertThat(checkout.slipway("y").text()).contains("<y>").doesNotContain("Fetching");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void a_jdk_with_another_checksum_than_published_is_not_used() throws Exception {
        publishJdk("0");
        var ended = checkout.with("SLIPWAY_JDK", "auto").slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text()).contains("not what was published").doesNotContain("<x>");
        assertThat(machine.resolve("home/.slipway/jdk")).doesNotExist();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void a_jdk_is_not_fetched_without_consent() throws Exception {
        publishJdk("");
        assertThat(checkout.slipway("x").code()).isEqualTo(6);
        assertThat(machine.resolve("home/.slipway/jdk")).doesNotExist();
    }

    @Test
    void an_unreachable_download_server_is_reported() {
        server.stop(0);
        var ended = checkout.with("SLIPWAY_JDK", "auto").slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text()).contains("Could not ask " + address, "Check the connection");
    }

    @Test
    void a_missing_maven_is_fetched_and_kept() throws Exception {
        publishMaven(true);
        checkout.jdk("jvm/a", "25");
        assertThat(checkout.slipway("x").text()).contains("Fetching Maven 3.9.12", "<x>");
        FakeCheckout.write(checkout.source("B"), "class B {}");
        assertThat(checkout.slipway("x").text()).contains("building").doesNotContain("Fetching");
        assertThat(Files.readString(machine.resolve("builds")))
                .contains(".slipway/maven-3.9.12/bin/mvn");
    }

    @Test
    void a_maven_that_is_not_the_pinned_one_is_not_used() throws Exception {
        publishMaven(false);
        checkout.jdk("jvm/a", "25");
        var ended = checkout.slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text()).contains("Maven 3.9.12 was fetched but is not what was published");
        assertThat(checkout.builds()).isZero();
    }

    @Test
    void a_maven_that_is_too_old_or_too_new_is_replaced() throws Exception {
        Path mvn = machine.resolve("bin/mvn");
        String script = Files.readString(mvn);
        publishMaven(true);
        FakeCheckout.script(mvn, script);
        checkout.jdk("jvm/a", "25");
        assertThat(checkout.with("FAKE_MAVEN", "3.6.3").slipway("x").text())
                .contains("Fetching Maven");
        FakeCheckout.write(checkout.source("B"), "class B {}");
        checkout.with("FAKE_MAVEN", "4.0.0-rc-5").slipway("x");
        assertThat(Files.readString(machine.resolve("builds"))).doesNotContain(mvn.toString());
    }

    /** The JSON of Adoptium: the package, beside other objects with a checksum and a link. */
    private void publishJdk(String spoilChecksum) throws Exception {
        checkout.jdk("packed/jdk-25.0.1+8", "25.0.1");
        byte[] archive = pack("jdk-25.0.1+8");
        files.put("/jdk.tar.gz", archive);
        files.put(
                "/v3/assets/latest/25/hotspot",
                """
                [ { "binary": { "installer": { "checksum": "11", "link": "nowhere" }, "os": "linux",
                    "package": {
                      "checksum": "%s%s", "checksum_link": "%s/sum.txt",
                      "link": "%s/jdk.tar.gz", "name": "OpenJDK25U.tar.gz" } },
                  "release_name": "jdk-25.0.1+8" } ]
                """
                        .formatted(spoilChecksum, sum("SHA-256", archive), address, address)
                        .getBytes(UTF_8));
    }

    /** Moves Maven from the machine to the download server. */
    private void publishMaven(boolean pinned) throws Exception {
        Path bin = Files.createDirectories(machine.resolve("packed/apache-maven-3.9.12/bin"));
        Files.move(machine.resolve("bin/mvn"), bin.resolve("mvn"));
        byte[] archive = pack("apache-maven-3.9.12");
        files.put(MAVEN, archive);
        if (pinned) {
            Path fetch = checkout.folder.resolve("tools/launch/fetch.sh");
            String expected = "maven_sha512=" + sum("SHA-512", archive);
            Files.writeString(
                    fetch, Files.readString(fetch).replaceAll("maven_sha512=\\w+", expected));
        }
    }

    private byte[] pack(String folder) throws Exception {
        Path archive = machine.resolve(folder + ".tar.gz");
        Path packed = machine.resolve("packed");
        var tar =
                new ProcessBuilder(
                        "tar", "-czf", archive.toString(), "-C", packed.toString(), folder);
        assertThat(tar.start().waitFor()).isZero();
        return Files.readAllBytes(archive);
    }

    private static String sum(String algorithm, byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    }

    private List<String> leftovers() throws IOException {
        try (var own = Files.list(machine.resolve("home/.slipway"))) {
            return own.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals("jdk"))
                    .toList();
        }
    }
}
