package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;

/** A job can do with its directory what it likes. The server reads, writes and removes nothing outside of it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
class HostileDirectoryTest {

    private static final Instant DEADLINE = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir private Path root;
    private Path outside = Path.of("nowhere");
    private AttemptDirectory directory =
            new AttemptDirectory(new AttemptId(new WorkloadId("mine"), 1), Path.of("nowhere"));

    @BeforeEach
    void make() throws IOException {
        directory = AttemptDirectory.at(root, new AttemptId(new WorkloadId("mine"), 1));
        Files.createDirectories(directory.path());
        outside = Files.createDirectory(root.resolve("outside"));
        Files.writeString(outside.resolve("0"), "0\n");
        Files.writeString(outside.resolve("0.0"), "theirs\n");
    }

    private Path at(String name) throws IOException {
        Path place = directory.path().resolve(name);
        Files.createDirectories(place.resolveSibling("."));
        return place;
    }

    private void link(String name, Path to) throws IOException {
        Files.createSymbolicLink(at(name), to);
    }

    private void pipe(String name) throws IOException {
        Process made = new ProcessBuilder("mkfifo", at(name).toString()).start();
        assertThat(made.onExit().join().exitValue()).isZero();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void regular_files_are_read() throws IOException {
        Files.writeString(at("exit/0"), "3\n");
        Files.writeString(at("claim/0"), "boot 1 2\n");
        Files.writeString(at("log/0"), "hello\n");
        Files.writeString(at("usage/0"), "one\ntwo\n");
        Files.writeString(at("progress"), "step 1\n");
        assertThat(directory.exits().values())
                .extracting(AttemptDirectory.Exit::code)
                .containsExactly(3);
        assertThat(directory.process(0)).contains("boot 1 2");
        assertThat(text(directory.log(0).read(0, 100).bytes())).isEqualTo("hello\n");
        assertThat(directory.log(0).end()).isEqualTo(6);
        assertThat(directory.newestUsage(0, 100)).contains("one\ntwo\n");
        assertThat(directory.progress()).contains("step 1\n");
        assertThat(directory.progressAt()).isPresent();
        assertThat(directory.ownerUid()).isPresent();
    }

    @Test
    void a_node_name_is_read_unless_it_is_invalid() throws IOException {
        Files.writeString(at("claim/0"), "boot 1 2\nh100-a1\n");
        Files.writeString(at("claim/1"), "boot 1 2\n\n");
        Files.writeString(at("claim/2"), "boot 1 2\nno\u001b[2Jname\n");
        Files.writeString(at("claim/3"), "boot 1 2\n" + "x".repeat(10_000));
        assertThat(directory.node(0)).contains("h100-a1");
        assertThat(directory.process(0)).contains("boot 1 2");
        for (int rank = 1; rank < 5; rank++) {
            assertThat(directory.node(rank)).isEmpty();
        }
    }

    @Test
    void files_that_are_links_are_not_read() throws IOException {
        for (String name : List.of("exit/0", "claim/0", "log/0", "usage/0", "progress", "signal")) {
            link(name, outside.resolve("0"));
        }
        link("log/0.0", outside.resolve("0.0"));
        assertThat(directory.exits()).isEmpty();
        assertThat(directory.process(0)).isEmpty();
        assertThat(directory.claimedAt()).isEmpty();
        assertThat(directory.log(0).read(0, 100).bytes()).isEmpty();
        assertThat(directory.log(0).end()).isZero();
        assertThat(directory.newestUsage(0, 100)).isEmpty();
        assertThat(directory.progress()).isEmpty();
        assertThat(directory.progressAt()).isEmpty();
        assertThat(directory.signal()).isEmpty();
    }

    @Test
    void folders_that_are_links_are_not_entered() throws IOException {
        for (String name : List.of("exit", "claim", "log", "usage", "environment")) {
            link(name, outside);
        }
        assertThat(directory.exits()).isEmpty();
        assertThat(directory.claimed()).isEmpty();
        assertThat(directory.logs()).isEmpty();
        assertThat(directory.process(0)).isEmpty();
        assertThat(directory.log(0).read(0, 100).bytes()).isEmpty();
        assertThat(directory.newestUsage(0, 100)).isEmpty();
        assertThat(directory.environment(0)).isEmpty();
        assertThat(directory.ownerUid()).isEmpty();
    }

    @Test
    void a_pipe_is_not_waited_for() throws IOException {
        for (String name :
                List.of("exit/0", "claim/0", "log/0", "log/0.0", "usage/0", "progress")) {
            pipe(name);
        }
        assertThat(directory.exits()).isEmpty();
        assertThat(directory.process(0)).isEmpty();
        assertThat(directory.log(0).read(0, 100).bytes()).isEmpty();
        assertThat(directory.newestUsage(0, 100)).isEmpty();
        assertThat(directory.progress()).isEmpty();
        directory.addUsage(0, "line\n");
    }

    @Test
    void nothing_is_written_through_a_link() throws IOException {
        link("notice", outside.resolve("0"));
        link(".notice", outside.resolve("0"));
        link("usage/0", outside.resolve("0"));
        directory.notice(DEADLINE);
        directory.addUsage(0, "line\n");
        assertThat(outside.resolve("0")).hasContent("0");
        assertThat(at("notice")).hasContent(DEADLINE.toString()).isRegularFile();
    }

    @Test
    void nothing_is_written_into_a_folder_that_is_a_link() throws IOException {
        link("usage", outside);
        directory.addUsage(0, "line\n");
        directory.addUsage(7, "line\n");
        assertThat(outside.resolve("0")).hasContent("0");
        assertThat(outside.resolve("7")).doesNotExist();
    }

    @Test
    void samples_are_added_to_what_is_there() throws IOException {
        directory.addUsage(0, "one\n");
        directory.addUsage(0, "two\n");
        assertThat(directory.newestUsage(0, 100)).contains("one\ntwo\n");
    }

    @Test
    void nothing_outside_is_removed() throws IOException {
        link("tmp", outside);
        link("secrets", outside);
        directory.removeTemporaryFiles();
        assertThat(outside.resolve("0")).exists();
    }

    @Test
    void cleaning_up_removes_files_and_never_follows_links() throws IOException {
        Files.writeString(at("tmp/deep/deeper/file"), "x");
        link("tmp/deep/out", outside);
        Files.writeString(at("secrets/token"), "x");
        directory.removeTemporaryFiles();
        assertThat(at("tmp")).isEmptyDirectory();
        assertThat(at("secrets")).doesNotExist();
        assertThat(outside.resolve("0")).exists();
    }

    @Test
    void directories_nested_too_deeply_stay() throws IOException {
        Path deep = at("tmp/x");
        for (int i = 0; i < 300; i++) {
            deep = deep.resolve("d");
        }
        Files.createDirectories(deep);
        directory.removeTemporaryFiles();
        assertThat(at("tmp/x")).exists();
    }
}
