package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.SlipwayProcess;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The screenshot in the README: a busy server with eight simulated GPUs, four teams, running and pending workloads, and
 * prices. Only {@code ./slipway test --update-images} writes the file.
 */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // started before each test
@Tag("browser")
class ReadmeImageTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final boolean UPDATE = Boolean.getBoolean("slipway.update.images");
    private static final Path IMAGE =
            Path.of(System.getProperty("slipway.checkout"), "docs", "images", "queue.png");
    private static final int WIDTH = 1_280;
    private static final int HEIGHT = 800;
    private static final int MAX_BYTES = 300_000;

    private static final String SETTINGS =
            """
            prices: {cpu: 0.04, accelerators: {H100: 2.49}}
            teams:
              language: {quota: {H100: {guarantee: 4, limit: 8}}}
              vision: {quota: {H100: {guarantee: 2, limit: 4}}}
              product: {quota: {H100: {guarantee: 2, limit: 6}}}
            """;

    /** Lists eight GPUs, or prints their readings for ever. GPU 7 is idle. */
    private static final String NVIDIA_SMI =
            """
            #!/bin/sh
            gpus='0:94:71 1:91:70 2:93:72 3:90:69 4:68:52 5:71:55 6:87:40 7:0:31'
            case $1 in *index*)
                for gpu in $gpus; do echo "${gpu%%:*}, GPU-${gpu%%:*}, NVIDIA H100 80GB HBM3, 81559"; done
                exit ;;
            esac
            while :; do
                for gpu in $gpus; do
                    rest=${gpu#*:}
                    echo "GPU-${gpu%%:*}, ${rest%%:*}, ${rest#*:}000, 610, 58, 0x0000000000000000"
                done
                sleep 5
            done
            """;

    private static final String TRAINING =
            """
            step=%d
            while :; do
              step=$((step + 1))
              echo "{\\"step\\": $step, \\"total\\": %d}" >>"$SLIPWAY_PROGRESS"
              sleep 1
            done
            """;

    @TempDir Path folder;
    private Path data;
    private SlipwayProcess process;
    private URI url;

    @BeforeEach
    void start() throws IOException {
        data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("slipway.yaml"), SETTINGS);
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path smi = Files.writeString(bin.resolve("nvidia-smi"), NVIDIA_SMI);
        Files.setPosixFilePermissions(smi, PosixFilePermissions.fromString("rwxr-xr-x"));
        process =
                SlipwayProcess.startFromClassPath(
                        Map.of("PATH", bin + ":" + System.getenv("PATH")),
                        "up",
                        "--data",
                        data.toString(),
                        "--port",
                        "0",
                        "--run-sandbox",
                        "off");
        url = URI.create(process.await("open").replaceFirst("open +", ""));
        process.await("Ready in");
    }

    /** Jobs outlive the server, so they are cancelled first. */
    @AfterEach
    void stop() throws IOException, InterruptedException {
        try {
            live().forEach(
                            one ->
                                    call(
                                            local(),
                                            "POST",
                                            "/workloads/" + one.path("id").asString() + "/cancel",
                                            ""));
            Await.until(() -> live().isEmpty());
            process.terminate();
            process.end();
        } finally {
            process.close();
        }
    }

    @Test
    void the_queue_page_of_a_busy_server_is_the_readme_image(BrowserUsers users)
            throws IOException {
        createTeams();
        submitWorkloads();
        Await.until(() -> count("running") == 4);
        BrowserUser user = users.signedIn(url, token("sam"), DisplayMode.LIGHT);
        Page page = user.page();
        page.setViewportSize(WIDTH, HEIGHT);
        user.open("/queue");
        assertThat(page.locator("tr[data-workload]")).hasCount(4);
        assertThat(page.locator(".sw-progress .sw-bar")).hasCount(3);
        assertThat(page.locator("#team-product-queue")).containsText("ranker-distill");
        assertThat(page.locator("#queue")).containsText("of at most $90");
        byte[] image = page.screenshot(new Page.ScreenshotOptions().setFullPage(false));
        assertThat(image).hasSizeBetween(30_000, MAX_BYTES);
        if (UPDATE) {
            Files.createDirectories(IMAGE.getParent());
            Files.write(IMAGE, image);
        }
        assertThat(IMAGE).as("write it with ./slipway test --update-images").exists();
    }

    private void createTeams() {
        Map<String, List<String>> members =
                Map.of(
                        "language", List.of("mira", "tom"),
                        "vision", List.of("eva", "kofi"),
                        "product", List.of("lea", "noor"));
        addUser("sam", "all", "admin");
        members.forEach(
                (team, names) -> {
                    call(local(), "POST", "/teams/all/teams", json("team", team));
                    names.forEach(name -> addUser(name, team, "member"));
                });
    }

    private void addUser(String name, String team, String role) {
        call(local(), "POST", "/users", json("user", name, "shown", name));
        call(local(), "PUT", "/teams/" + team + "/members/" + name, json("role", role));
    }

    private void submitWorkloads() {
        submit(
                "language/mira",
                "glossa-7b-sft",
                4,
                "max_duration: 9h",
                TRAINING.formatted(6_120, 15_000));
        submit("vision/eva", "detector-v9", 2, "max_duration: 5h", TRAINING.formatted(810, 4_000));
        submit("product/lea", "ranker-v12", 1, "max_duration: 3h", TRAINING.formatted(300, 900));
        submit("vision/kofi", "pose-labels", 1, "max_duration: 2h", "sleep 3600");
        Await.until(() -> count("running") == 4);
        submit("language/tom", "glossa-13b", 8, "priority: high", "sleep 3600");
        submit("product/noor", "ranker-distill", 2, "max_duration: 4h", "sleep 3600");
        submit("vision/eva", "segmenter-sweep", 4, "max_duration: 6h", "sleep 3600");
        submit("language/mira", "glossa-eval", 1, "max_duration: 30m", "sleep 3600");
    }

    private void submit(String owner, String name, int gpus, String option, String run) {
        String spec =
                "%s%nresources: {accelerators: 'H100:%d', cpus: 0.1, memory: 100MB}%nrun: |%n%s"
                        .formatted(option, gpus, run.indent(2));
        String[] parts = owner.split("/", 2);
        String body = json("spec", spec, "name", name);
        call(token(parts[1]), "POST", "/teams/" + parts[0] + "/workloads", body);
    }

    private long count(String state) {
        return live().valueStream()
                .filter(one -> one.path("state").asString().equals(state))
                .count();
    }

    private JsonNode live() {
        return call(local(), "GET", "/workloads", "").path("items");
    }

    private String token(String user) {
        String body = "{\"label\":\"browser\",\"days\":30}";
        return call(local(), "POST", "/users/" + user + "/tokens", body).path("text").asString();
    }

    private String local() {
        try {
            return Files.readString(data.resolve("local.token")).strip();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private JsonNode call(String token, String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + token);
        var response = new RawHttp(url.toString()).send(method, "/api/v1" + path, headers, body);
        assertThat(response.status()).as(path + response.body()).isBetween(200, 299);
        return JSON.readTree(response.body().isEmpty() ? "{}" : response.body());
    }

    private static String json(String... members) {
        var json = JSON.createObjectNode();
        for (int i = 0; i < members.length; i += 2) {
            json.put(members[i], members[i + 1]);
        }
        return json.toString();
    }
}
