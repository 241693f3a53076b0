package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.commands.TestProgram;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.testkit.Await;
import slipway.testkit.Needs;

/** A data directory and a backup that an older version wrote: src/test/resources/upgrade/README.md. */
@Tag("process")
class UpgradeTest {

    private static final String SUCCEEDED = "01m7t8e1ts1v2nyz3k7fevaey1";
    private static final String FAILED = "01m7t8e1x58abmjq5j73m13rtn";
    private static final String CANCELLED = "01m7t8e25j7b96s5aem0m83nzt";
    private static final String PREEMPTED = "01m7t8e3p7sm5ha3jcgk6a71sq";
    private static final String RUNNING = "01m7t8ee68bmpznfz12wqn3dzx";
    private static final String WAITING = "01m7t8eedak3y86gbqyqpp7rj6";

    @TempDir private Path home;
    private Path data;
    private TestProgram program = new TestProgram(Map.of(), Path.of(""), Path.of(""));

    @BeforeEach
    void unpack() throws IOException {
        data = Files.createDirectory(home.resolve("data"));
        program = new TestProgram(Map.of(), home, home);
        try (var zip = new ZipInputStream(resource("data.zip"))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = data.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.write(file, inPlace(entry.getName(), zip.readAllBytes()));
                }
            }
        }
        data.resolve("server.key").toFile().setReadable(false, false);
        data.resolve("server.key").toFile().setReadable(true, true);
    }

    private byte[] inPlace(String name, byte[] stored) {
        return name.startsWith("attempts/")
                ? new String(stored, StandardCharsets.UTF_8)
                        .replace("@DATA@", data.toString())
                        .getBytes(StandardCharsets.UTF_8)
                : stored;
    }

    @Test
    void the_audit_log_verifies_and_no_stored_event_changes() throws SQLException {
        List<String> before = stored();
        try (TestServer server = TestServer.open(data)) {
            cancel(server.local(), RUNNING, WAITING);
        }
        assertThat(stored()).startsWith(before.toArray(new String[0]));
        assertThat(before).anyMatch(fact -> fact.contains(" workload-told-to-stop "));
        assertThat(program.run("audit", "verify", "--data", data.toString()))
                .as("%s%s", program.out(), program.err())
                .isZero();
        assertThat(program.run("check", "--data", data.toString())).as(program.err()).isZero();
    }

    @Test
    void old_events_are_read_and_filtered_under_current_kinds() {
        try (TestServer server = TestServer.open(data)) {
            ApiClient api = server.local();
            Set<String> kinds = new TreeSet<>();
            api.each(ApiCall.to(EventRoutes.EVENTS)).forEach(event -> kinds.add(event.kind()));
            assertThat(kinds)
                    .contains(
                            "access.denied",
                            "backup.restored",
                            "exec.started",
                            "node.drained",
                            "node.undrained",
                            "note.created",
                            "role.granted",
                            "role.revoked",
                            "secret.deleted",
                            "secret.set",
                            "server.started",
                            "server_key.adopted",
                            "session.created",
                            "session.revoked",
                            "team.created",
                            "team.deleted",
                            "team.updated",
                            "token.created",
                            "token.revoked",
                            "user.created",
                            "user.deleted",
                            "user.updated",
                            "workload.cancelled",
                            "workload.failed",
                            "workload.idle_exempted",
                            "workload.preempting",
                            "workload.queued",
                            "workload.running",
                            "workload.starting",
                            "workload.stopping",
                            "workload.submitted",
                            "workload.succeeded")
                    .allMatch(kind -> kind.matches("[a-z_]+\\.[a-z_]+"));
            assertThat(subjects(api, "workload.failed")).containsExactly(FAILED);
            assertThat(subjects(api, "workload.preempting")).containsOnly(PREEMPTED);
            cancel(api, RUNNING, WAITING);
            Await.until(() -> subjects(api, "workload.cancelled").contains(WAITING));
            assertThat(subjects(api, "workload.cancelled")).startsWith(CANCELLED);
        }
    }

    private static List<String> subjects(ApiClient api, String kind) {
        List<String> subjects = new ArrayList<>();
        api.each(ApiCall.to(EventRoutes.EVENTS).query(EventRoutes.KIND, kind))
                .forEach(event -> subjects.add(event.subject()));
        return subjects;
    }

    @Test
    void a_job_running_during_the_upgrade_is_adopted_and_the_next_one_starts_after_it()
            throws IOException {
        Needs.that(Files.exists(Path.of("/proc/self/stat")), "/proc", "use Linux");
        Needs.command("setsid", "util-linux");
        Path attempt = data.resolve("attempts/" + RUNNING + "/1");
        Process supervisor = launch(attempt);
        try (TestServer server = TestServer.open(data)) {
            ApiClient api = server.local();
            assertThat(state(api, SUCCEEDED)).isEqualTo("succeeded");
            assertThat(state(api, FAILED)).isEqualTo("failed");
            assertThat(state(api, CANCELLED)).isEqualTo("cancelled");
            assertThat(show(api, PREEMPTED).preempted()).isEqualTo(1);
            assertThat(state(api, RUNNING)).isEqualTo("running");
            Files.createFile(attempt.resolve("work/go"));
            Await.until(() -> state(api, RUNNING).equals("succeeded"));
            Await.until(() -> state(api, WAITING).equals("succeeded"));
            assertThat(show(api, RUNNING).attempts()).isEqualTo(1);
            assertThat(attempt.resolve("log/0")).content().contains("begun", "finished");
            List<EventView> ends = new ArrayList<>();
            api.each(ApiCall.to(EventRoutes.EVENTS).query(EventRoutes.SUBJECT, RUNNING))
                    .forEach(ends::add);
            assertThat(ends.getLast().kind()).isEqualTo("workload.succeeded");
        } finally {
            Files.write(
                    attempt.resolve("work/go"),
                    new byte[0]); // ends the job if the test failed before
            supervisor.destroyForcibly();
        }
    }

    /** Starts the attempt like the older server, with its launch.sh. */
    private static Process launch(Path attempt) throws IOException {
        var builder =
                new ProcessBuilder("setsid", "/bin/sh", attempt.resolve("launch.sh").toString());
        builder.environment()
                .putAll(
                        Map.of(
                                "SLIPWAY_ATTEMPT",
                                RUNNING + ".1",
                                "SLIPWAY_ENGINE",
                                attempt.resolve("engine.0").toString(),
                                "NODE_RANK",
                                "0"));
        Process process = builder.redirectErrorStream(true).start();
        Await.until(() -> Files.exists(attempt.resolve("claim/0")));
        return process;
    }

    @Test
    void a_backup_restores() throws IOException {
        Path backup = home.resolve("old.backup");
        try (InputStream stored = resource("old.backup")) {
            Files.copy(stored, backup);
        }
        Path restored = home.resolve("restored");
        assertThat(program.run("restore", backup.toString(), "--data", restored.toString()))
                .as("%s%s", program.out(), program.err())
                .isZero();
        try (TestServer server = TestServer.open(restored, "--run-sandbox", "off")) {
            ApiClient api = server.local();
            assertThat(state(api, SUCCEEDED)).isEqualTo("succeeded");
            assertThat(subjects(api, "backup.restored")).hasSize(2);
            cancel(api, RUNNING, WAITING);
        }
        assertThat(program.run("audit", "verify", "--data", restored.toString()))
                .as("%s%s", program.out(), program.err())
                .isZero();
    }

    private static void cancel(ApiClient api, String... workloads) {
        Stream.of(workloads)
                .filter(id -> Set.of("queued", "starting", "running").contains(state(api, id)))
                .forEach(
                        id ->
                                api.call(
                                        ApiCall.to(WorkloadRoutes.CANCEL)
                                                .with(PathParameter.WORKLOAD, id)));
    }

    private static String state(ApiClient api, String workload) {
        return show(api, workload).state();
    }

    private static WorkloadView show(ApiClient api, String workload) {
        return api.call(ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, workload));
    }

    /** Every fact as it is stored: number, kind and leaf hash. */
    private List<String> stored() throws SQLException {
        List<String> facts = new ArrayList<>();
        try (var connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("slipway.db"));
                var query = connection.createStatement();
                var rows =
                        query.executeQuery(
                                "select seq, kind, hash from journal_fact order by seq")) {
            while (rows.next()) {
                facts.add(
                        "%d %s %s"
                                .formatted(
                                        rows.getLong(1),
                                        rows.getString(2),
                                        HexFormat.of().formatHex(rows.getBytes(3))));
            }
        }
        return facts;
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(
                UpgradeTest.class.getResourceAsStream("/upgrade/" + name), name);
    }
}
