package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.LeftoverProcesses;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.Needs;
import tools.jackson.databind.JsonNode;

/** The packaged server on a real disk that fills up under it while jobs run. */
@Timeout(300)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class FullDiskTest {

    private static final Path DIST = Path.of(System.getProperty("slipway.dist", "target/slipway"));
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int MAX_POLLS = 1_200;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Each job writes a line when it begins; LOGGING prints as long as it runs, and counts its lines. */
    private static final String LOGGING =
            "i=0; while [ ! -e talker.go ]; do i=$((i + 1)); echo $i > talker.count;"
                    + " echo line $i of a talker that says much in one line, so that a page of a disk is soon full;"
                    + " sleep 0.02; done; exit 3";

    private static final String QUIET = "while [ ! -e quiet.go ]; do sleep 0.05; done; exit 5";
    private static final String LONG =
            "while [ ! -e long.go ]; do sleep 0.05; done; echo over; exit 0";

    @TempDir Path folder;

    private SmallDisk disk;
    private Path data;
    private Path work;
    private ServerLauncher serverLauncher;
    private Server server;
    private final List<String> accepted = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        Needs.file(DIST.resolve("lib"), "build the server first: ./slipway --version");
        disk = SmallDisk.mounted(folder.resolve("disk"), "24m");
        data = disk.place().resolve("data");
        work = Files.createDirectory(folder.resolve("work")).toRealPath();
        serverLauncher = disk.on(ServerLauncher.jars(DIST));
        start();
        submit("talker", LOGGING);
        submit("quiet", QUIET);
        submit("long", LONG);
        until(() -> has("long.ran") && has("quiet.ran") && count() > 5);
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        LeftoverProcesses.of(folder).forEach(ProcessHandle::destroyForcibly);
        disk.close();
    }

    @Test
    void work_continues_when_disk_space_is_free_again() throws Exception {
        untilNothingFits();
        stillReads();
        disk.freeSpace();
        until(() -> asked("/readyz").statusCode() == 200);
        until(() -> log().contains("Enough space is free again under " + data));
        assertAllIsRight();
        assertThat(log()).containsOnlyOnce("is free under " + data + ", which holds the data.");
        assertThat(log()).containsOnlyOnce("WARNING slipway.journal.JournalWriter");
    }

    @Test
    void a_server_that_is_killed_on_a_full_disk_recovers() throws Exception {
        untilNothingFits();
        server.kill();
        Process refused =
                serverLauncher
                        .with("up", "--data", data.toString(), "--port", "0")
                        .redirectErrorStream(true)
                        .start();
        assertThat(new String(refused.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("The server cannot start.", "full", "Free some space and start it again.")
                .doesNotContain("\tat ");
        assertThat(refused.waitFor()).isEqualTo(6);
        disk.freeSpace();
        start();
        assertAllIsRight();
    }

    private void start() throws IOException, InterruptedException {
        server = Server.begin(serverLauncher, data, disk.outside(data));
        server.awaitReady();
    }

    /** The disk is full, a job has ended on it, and another has printed more than fitted. */
    private void untilNothingFits() throws Exception {
        disk.fill();
        untilRefused();
        go("quiet");
        int before = count();
        until(() -> count() > before + 150);
        assertThat(log()).doesNotContain("\tat ");
    }

    /** The first may still fit into free pages of the database. */
    private void untilRefused() throws Exception {
        for (int number = 0; number < 50; number++) {
            ApiCaller.Answer answer = asks("extra" + number, "exit 0");
            if (answer.status() != 201) {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.json().path("code").stringValue()).isEqualTo("disk-full");
                assertThat(answer.json().path("title").stringValue())
                        .isEqualTo("Nothing was written.");
                assertThat(answer.json().path("detail").stringValue()).contains("is full");
                assertThat(answer.json().path("next").stringValue()).contains("Free some space");
                return;
            }
            accepted.add("extra" + number);
        }
        throw new AssertionError("A full disk took all of " + accepted);
    }

    private void stillReads() throws Exception {
        for (String path :
                List.of("/", "/queue", "/api/v1/workloads", "/api/v1/workloads/talker/log")) {
            assertThat(asked(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(asked("/healthz").body()).contains("is full", "Free some space");
        assertThat(workload("long").path("state").stringValue()).isEqualTo("running");
        until(() -> asked("/").body().contains("The disk is nearly full."));
    }

    private void assertAllIsRight() throws Exception {
        submit("later", "exit 0");
        ended("later", "succeeded", 0);
        ended("quiet", "failed", 5);
        int before = count();
        until(() -> talkerLog().contains("line " + (before + 20) + " "));
        assertThat(talkerLog())
                .containsOnlyOnce("[slipway] The disk was full. Lost here: ")
                .contains("line 1 ");
        go("talker");
        ended("talker", "failed", 3);
        go("long");
        ended("long", "succeeded", 0);
        for (String name : accepted) {
            until(() -> !workload(name).path("state").stringValue().equals("queued"));
            assertThat(Files.readString(work.resolve(name + ".ran"))).as(name).isEqualTo("ran\n");
            assertThat(workload(name).path("attempts").intValue()).as(name).isEqualTo(1);
        }
        assertThat(ran()).containsExactlyInAnyOrderElementsOf(accepted);
        server.stop();
        assertThat(serverLauncher.with("check", "--data", data.toString()).start().waitFor())
                .isZero();
    }

    private List<String> ran() throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".ran"))
                    .map(name -> name.replace(".ran", ""))
                    .toList();
        }
    }

    private void ended(String name, String state, int code) throws Exception {
        until(() -> workload(name).path("state").stringValue().equals(state));
        assertThat(workload(name).path("exit_code").intValue()).as(name).isEqualTo(code);
    }

    private void submit(String name, String run) throws IOException, InterruptedException {
        assertThat(asks(name, run).status()).as(name).isEqualTo(201);
        accepted.add(name);
    }

    private ApiCaller.Answer asks(String name, String run)
            throws IOException, InterruptedException {
        String spec =
                "name: %s\nworkdir: %s\nresources: {cpus: 0.1}\nrun: |\n  echo ran >> %s.ran\n  %s\n"
                        .formatted(name, work, name, run);
        return new ApiCaller(server)
                .post("/api/v1/teams/all/workloads", Map.of("spec", spec), name);
    }

    private JsonNode workload(String name) throws IOException, InterruptedException {
        return new ApiCaller(server).get("/api/v1/workloads/" + name);
    }

    private String talkerLog() throws IOException, InterruptedException {
        var text = new StringBuilder();
        JsonNode part = new ApiCaller(server).get("/api/v1/workloads/talker/log?from=0");
        while (!part.path("text").stringValue("").isEmpty()) {
            text.append(part.path("text").stringValue(""));
            part =
                    new ApiCaller(server)
                            .get(
                                    "/api/v1/workloads/talker/log?from="
                                            + part.path("next").longValue());
        }
        return text.toString();
    }

    private HttpResponse<String> asked(String path) throws IOException, InterruptedException {
        return CLIENT.send(server.request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String log() throws IOException {
        return Files.readString(disk.place().resolve("data.log"));
    }

    private void go(String name) throws IOException {
        Files.createFile(work.resolve(name + ".go"));
    }

    private boolean has(String file) {
        return Files.exists(work.resolve(file));
    }

    private int count() throws IOException {
        String text = has("talker.count") ? Files.readString(work.resolve("talker.count")) : "";
        return text.isBlank() ? 0 : Integer.parseInt(text.strip());
    }

    private interface Look {
        boolean found() throws Exception;
    }

    private void until(Look look) throws Exception {
        for (int glance = 0; glance < MAX_POLLS; glance++) {
            if (look.found()) {
                return;
            }
            server.pause(POLL_INTERVAL);
        }
        throw new AssertionError("It did not become so. " + log());
    }
}
