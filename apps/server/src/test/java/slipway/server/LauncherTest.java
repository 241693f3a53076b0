package slipway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.UnprivilegedProcess;

/** The real {@code ./slipway} with shell scripts in place of Java and Maven. */
@Tag("process")
class LauncherTest {

    @TempDir Path machine;
    private FakeCheckout checkout;

    @BeforeEach
    void build() {
        checkout = new FakeCheckout(machine);
    }

    @Test
    void jdks_are_chosen_in_the_order_named_java_home_path_installed_fetched() {
        Path own = checkout.jdk("home/.slipway/jdk", "25.0.1");
        assertThat(checkout.slipway("x").text()).contains("java " + own);
        Path installed = checkout.jdk("jvm/temurin", "25.0.1");
        forgetJava();
        assertThat(checkout.slipway("x").text()).contains("java " + installed);
        Path onPath = checkout.jdk("path java", "25.0.1");
        checkout.with("PATH", onPath.resolve("bin") + ":" + machine.resolve("bin"));
        assertThat(checkout.slipway("x").text()).contains("java " + onPath);
        Path used = checkout.jdk("used", "26");
        assertThat(checkout.with("JAVA_HOME", used).slipway("x").text()).contains("java " + used);
        Path named = checkout.jdk("named", "27.0.2");
        assertThat(checkout.with("SLIPWAY_JAVA_HOME", named).slipway("x").text())
                .contains("java " + named);
    }

    @Test
    void a_jdk_that_is_too_old_is_skipped() {
        Path old = checkout.jdk("old", "17.0.15");
        Path good = checkout.jdk("jvm/good", "25");
        assertThat(checkout.with("JAVA_HOME", old).slipway("x").text()).contains("java " + good);
    }

    @Test
    void only_an_old_java_is_a_problem_that_says_how_to_get_one() {
        Path old = checkout.jdk("old", "17.0.15");
        var ended = checkout.with("JAVA_HOME", old).slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text())
                .contains("needs a JDK 25", "Java 17 in " + old, "SLIPWAY_JDK=auto");
    }

    @Test
    void a_configured_java_that_is_unusable_is_not_replaced() {
        checkout.jdk("jvm/good", "25");
        var ended = checkout.with("SLIPWAY_JAVA_HOME", machine.resolve("nowhere")).slipway("x");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.text()).contains("SLIPWAY_JAVA_HOME is " + machine.resolve("nowhere"));
    }

    @Test
    void the_remembered_jdk_is_looked_for_again_when_it_is_gone() throws IOException {
        Path first = checkout.jdk("jvm/a", "25");
        assertThat(checkout.slipway("x").text()).contains("java " + first);
        Files.delete(first.resolve("bin/java"));
        Path second = checkout.jdk("jvm/b", "25");
        assertThat(checkout.slipway("x").text()).contains("java " + second);
    }

    @Test
    void a_runtime_without_compiler_runs_what_is_built_but_does_not_build() throws IOException {
        Path home = checkout.jdk("jvm/a", "25");
        checkout.slipway("x");
        Files.delete(home.resolve("bin/javac"));
        assertThat(checkout.slipway("x").text()).contains("java " + home);
        FakeCheckout.write(checkout.source("B"), "class B {}");
        assertThat(checkout.slipway("x").text()).contains("has no compiler");
    }

    @Test
    void nothing_is_built_when_nothing_changed() {
        checkout.jdk("jvm/a", "25");
        assertThat(checkout.slipway("x").text())
                .contains("building once", "server (1 of 1)", "done");
        assertThat(checkout.slipway("x").text()).doesNotContain("building");
        FakeCheckout.write(
                checkout.folder.resolve("apps/server/src/test/java/T.java"), "class T {}");
        checkout.slipway("x");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void nothing_is_built_because_of_another_time_zone() {
        checkout.jdk("jvm/a", "25");
        checkout.with("TZ", "EAST-9").slipway("x");
        checkout.with("TZ", "WEST+8").slipway("x");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_read_only_checkout_is_reported_without_waiting(
            @TempDir(factory = WorldReadableTempDir.class) Path readable) throws Exception {
        Path dist = Files.createDirectory(readable.resolve("dist"));
        Files.setPosixFilePermissions(dist, PosixFilePermissions.fromString("r-xr-xr-x"));
        Path script = readable.resolve("build.sh");
        Files.copy(checkout.folder.resolve("tools/launch/build.sh"), script);
        String asked =
                "say() { printf '%s\\n' \"$*\"; }; fail() { say \"$@\"; exit $1; }; dist=$1; . $2; take_lock";
        Process process =
                UnprivilegedProcess.process(
                                List.of(
                                        "sh",
                                        "-c",
                                        asked,
                                        "slipway",
                                        dist.toString(),
                                        script.toString()))
                        .directory(readable.toFile())
                        .redirectErrorStream(true)
                        .start();
        boolean ended = process.waitFor(30, TimeUnit.SECONDS);
        process.toHandle()
                .destroyForcibly(); // a process that waits for ever must not outlive the test
        assertThat(ended).isTrue();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains(dist + " cannot be written.");
        assertThat(process.exitValue()).isEqualTo(6);
    }

    @Test
    void a_source_that_is_changed_added_or_deleted_is_built() throws IOException {
        checkout.jdk("jvm/a", "25");
        checkout.slipway("x");
        FakeCheckout.write(checkout.source("A"), "class a {}");
        assertThat(checkout.slipway("x").text()).contains("building what changed");
        FakeCheckout.write(checkout.source("B"), "class B {}");
        checkout.slipway("x");
        assertThat(checkout.builds()).isEqualTo(3);
        Files.delete(checkout.source("B"));
        checkout.slipway("x");
        assertThat(checkout.builds()).isEqualTo(4);
        checkout.slipway("x");
        assertThat(checkout.builds()).isEqualTo(4);
    }

    @Test
    void a_source_replaced_by_an_older_file_is_built() throws IOException {
        checkout.jdk("jvm/a", "25");
        checkout.slipway("x");
        FakeCheckout.write(checkout.source("A"), "class A { int older; }");
        Files.setLastModifiedTime(
                checkout.source("A"), FileTime.from(Instant.parse("2020-02-02T00:00:00Z")));
        checkout.slipway("x");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void a_failed_build_shows_its_errors_and_is_tried_again() throws IOException {
        checkout.jdk("jvm/a", "25");
        FakeCheckout.write(machine.resolve("broken"), "");
        var ended = checkout.slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text())
                .contains("A.java:[1,1] nonsense", "build.log", "try again")
                .doesNotContain("<x>");
        assertThat(checkout.folder.resolve("target/slipway/lock")).doesNotExist();
        Files.delete(machine.resolve("broken"));
        assertThat(checkout.slipway("x").text()).contains("<x>");
    }

    @Test
    void the_lock_of_a_launcher_that_died_is_broken() throws Exception {
        checkout.jdk("jvm/a", "25");
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        FakeCheckout.write(
                checkout.folder.resolve("target/slipway/lock/process"), dead.pid() + "\n");
        assertThat(checkout.slipway("x").text()).contains("<x>").doesNotContain("waiting");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void of_two_launchers_at_once_one_builds_and_the_other_waits() throws Exception {
        checkout.jdk("jvm/a", "25");
        assertThat(
                        new ProcessBuilder("mkfifo", machine + "/started", machine + "/go")
                                .start()
                                .waitFor())
                .isZero();
        Process first = checkout.prepare(checkout.folder.resolve("slipway"), "first").start();
        Files.readString(machine.resolve("started")); // until its Maven runs
        Process second = checkout.prepare(checkout.folder.resolve("slipway"), "second").start();
        var said = new BufferedReader(new InputStreamReader(second.getInputStream(), UTF_8));
        assertThat(said.readLine()).contains("Another ./slipway", "waiting");
        Files.writeString(machine.resolve("go"), "\n");
        assertThat(new String(first.getInputStream().readAllBytes(), UTF_8)).contains("<first>");
        assertThat(said.lines()).contains("<second>");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void arguments_with_spaces_and_the_exit_code_pass_through() {
        checkout.jdk("jvm/a", "25");
        var ended = checkout.with("FAKE_EXIT", 42).slipway("run", "two words", "", "*", "$HOME");
        assertThat(ended.code()).isEqualTo(42);
        assertThat(ended.text())
                .contains("<slipway.server.Main>\n<run>\n<two words>\n<>\n<*>\n<$HOME>\n");
    }

    @Test
    void a_symlink_elsewhere_finds_the_checkout() throws IOException {
        checkout.jdk("jvm/a", "25");
        Path link =
                Files.createSymbolicLink(machine.resolve("near"), Path.of("my checkout/slipway"));
        Path far = Files.createSymbolicLink(machine.resolve("bin/slipway"), link);
        assertThat(checkout.run(far, "x").text())
                .contains("<" + checkout.folder + "/target/slipway/lib/server.jar>");
    }

    @Test
    void a_start_up_cache_is_used_when_it_is_there() {
        checkout.jdk("jvm/a", "25");
        assertThat(checkout.slipway("x").text()).doesNotContain("AOTCache");
        checkout.with("SLIPWAY_AOT", "wait");
        assertThat(checkout.slipway("x").text())
                .contains("<-XX:AOTCache=" + checkout.folder + "/target/slipway/aot/command-");
        checkout.slipway("y");
        assertThat(checkout.trainings()).isEqualTo(1);
        assertThat(checkout.slipway("up").text()).contains("/aot/server-");
        FakeCheckout.write(checkout.source("A"), "class Other {}");
        checkout.slipway("x");
        assertThat(checkout.trainings()).isEqualTo(3);
    }

    @Test
    void a_start_up_cache_that_cannot_be_made_is_skipped_and_not_retried() {
        checkout.jdk("jvm/a", "25");
        FakeCheckout.write(machine.resolve("untrainable"), "");
        checkout.with("SLIPWAY_AOT", "wait").slipway("x");
        assertThat(checkout.slipway("x").text()).contains("<x>").doesNotContain("AOTCache");
        assertThat(checkout.trainings()).isEqualTo(1);
    }

    @Test
    void another_garbage_collector_can_be_configured() {
        checkout.jdk("jvm/a", "25");
        assertThat(checkout.slipway("up").text()).contains("<-XX:+UseSerialGC>");
        checkout.with("SLIPWAY_JAVA_OPTS", "-Xmx4g -XX:+UseZGC");
        assertThat(checkout.slipway("up").text())
                .contains("<-Xmx4g>\n<-XX:+UseZGC>")
                .doesNotContain("SerialGC");
    }

    @Test
    void help_needs_neither_java_nor_a_build() {
        var ended = checkout.slipway("help");
        assertThat(ended.code()).isZero();
        assertThat(ended.text()).contains("./slipway up", "SLIPWAY_JAVA_HOME");
        assertThat(checkout.builds()).isZero();
    }

    private void forgetJava() {
        assertThat(checkout.folder.resolve("target/slipway/java").toFile().delete()).isTrue();
    }
}
