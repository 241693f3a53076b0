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

/** Runs the real {@code ./slipway} on a machine made of small scripts. */
@Tag("process")
class LauncherTest {

    @TempDir Path machine;
    private FakeHouse house;

    @BeforeEach
    void build() {
        house = new FakeHouse(machine);
    }

    @Test
    void a_jdk_is_taken_in_the_order_named_used_installed_own() {
        Path own = house.jdk("home/.slipway/jdk", "25.0.1");
        assertThat(house.slipway("x").text()).contains("java " + own);
        Path installed = house.jdk("jvm/temurin", "25.0.1");
        forgetJava();
        assertThat(house.slipway("x").text()).contains("java " + installed);
        Path onPath = house.jdk("path java", "25.0.1");
        house.with("PATH", onPath.resolve("bin") + ":" + machine.resolve("bin"));
        assertThat(house.slipway("x").text()).contains("java " + onPath);
        Path used = house.jdk("used", "26");
        assertThat(house.with("JAVA_HOME", used).slipway("x").text()).contains("java " + used);
        Path named = house.jdk("named", "27.0.2");
        assertThat(house.with("SLIPWAY_JAVA_HOME", named).slipway("x").text())
                .contains("java " + named);
    }

    @Test
    void a_jdk_that_is_too_old_is_passed_over() {
        Path old = house.jdk("old", "17.0.15");
        Path good = house.jdk("jvm/good", "25");
        assertThat(house.with("JAVA_HOME", old).slipway("x").text()).contains("java " + good);
    }

    @Test
    void only_an_old_java_is_a_problem_that_says_how_to_get_one() {
        Path old = house.jdk("old", "17.0.15");
        var ended = house.with("JAVA_HOME", old).slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text())
                .contains("needs a JDK 25", "Java 17 in " + old, "SLIPWAY_JDK=auto");
    }

    @Test
    void a_named_java_that_will_not_do_is_not_replaced_by_another() {
        house.jdk("jvm/good", "25");
        var ended = house.with("SLIPWAY_JAVA_HOME", machine.resolve("nowhere")).slipway("x");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.text()).contains("SLIPWAY_JAVA_HOME is " + machine.resolve("nowhere"));
    }

    @Test
    void the_remembered_jdk_is_looked_for_again_when_it_is_gone() throws IOException {
        Path first = house.jdk("jvm/a", "25");
        assertThat(house.slipway("x").text()).contains("java " + first);
        Files.delete(first.resolve("bin/java"));
        Path second = house.jdk("jvm/b", "25");
        assertThat(house.slipway("x").text()).contains("java " + second);
    }

    @Test
    void a_runtime_without_compiler_runs_what_is_built_but_does_not_build() throws IOException {
        Path home = house.jdk("jvm/a", "25");
        house.slipway("x");
        Files.delete(home.resolve("bin/javac"));
        assertThat(house.slipway("x").text()).contains("java " + home);
        FakeHouse.write(house.source("B"), "class B {}");
        assertThat(house.slipway("x").text()).contains("has no compiler");
    }

    @Test
    void nothing_is_built_when_nothing_changed() {
        house.jdk("jvm/a", "25");
        assertThat(house.slipway("x").text()).contains("building once", "server (1 of 1)", "done");
        assertThat(house.slipway("x").text()).doesNotContain("building");
        FakeHouse.write(house.house.resolve("apps/server/src/test/java/T.java"), "class T {}");
        house.slipway("x");
        assertThat(house.builds()).isEqualTo(1);
    }

    @Test
    void nothing_is_built_because_of_another_time_zone() {
        house.jdk("jvm/a", "25");
        house.with("TZ", "EAST-9").slipway("x");
        house.with("TZ", "WEST+8").slipway("x");
        assertThat(house.builds()).isEqualTo(1);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_checkout_that_cannot_be_written_is_said_and_not_waited_for(
            @TempDir(factory = OpenTemp.class) Path readable) throws Exception {
        Path dist = Files.createDirectory(readable.resolve("dist"));
        Files.setPosixFilePermissions(dist, PosixFilePermissions.fromString("r-xr-xr-x"));
        Path script = readable.resolve("build.sh");
        Files.copy(house.house.resolve("tools/launch/build.sh"), script);
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
        process.toHandle().destroyForcibly(); // one that waits for ever must not outlive the test
        assertThat(ended).isTrue();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains(dist + " cannot be written.");
        assertThat(process.exitValue()).isEqualTo(6);
    }

    @Test
    void a_source_that_is_changed_added_or_deleted_is_built() throws IOException {
        house.jdk("jvm/a", "25");
        house.slipway("x");
        FakeHouse.write(house.source("A"), "class a {}");
        assertThat(house.slipway("x").text()).contains("building what changed");
        FakeHouse.write(house.source("B"), "class B {}");
        house.slipway("x");
        assertThat(house.builds()).isEqualTo(3);
        Files.delete(house.source("B"));
        house.slipway("x");
        assertThat(house.builds()).isEqualTo(4);
        house.slipway("x");
        assertThat(house.builds()).isEqualTo(4);
    }

    @Test
    void a_source_replaced_by_an_older_file_is_built() throws IOException {
        house.jdk("jvm/a", "25");
        house.slipway("x");
        FakeHouse.write(house.source("A"), "class A { int older; }");
        Files.setLastModifiedTime(
                house.source("A"), FileTime.from(Instant.parse("2020-02-02T00:00:00Z")));
        house.slipway("x");
        assertThat(house.builds()).isEqualTo(2);
    }

    @Test
    void a_failed_build_shows_its_errors_and_is_tried_again() throws IOException {
        house.jdk("jvm/a", "25");
        FakeHouse.write(machine.resolve("broken"), "");
        var ended = house.slipway("x");
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.text())
                .contains("A.java:[1,1] nonsense", "build.log", "try again")
                .doesNotContain("<x>");
        assertThat(house.house.resolve("target/slipway/lock")).doesNotExist();
        Files.delete(machine.resolve("broken"));
        assertThat(house.slipway("x").text()).contains("<x>");
    }

    @Test
    void the_lock_of_a_launcher_that_died_is_broken() throws Exception {
        house.jdk("jvm/a", "25");
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        FakeHouse.write(house.house.resolve("target/slipway/lock/process"), dead.pid() + "\n");
        assertThat(house.slipway("x").text()).contains("<x>").doesNotContain("waiting");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void of_two_launchers_at_once_one_builds_and_the_other_waits() throws Exception {
        house.jdk("jvm/a", "25");
        assertThat(
                        new ProcessBuilder("mkfifo", machine + "/started", machine + "/go")
                                .start()
                                .waitFor())
                .isZero();
        Process first = house.prepare(house.house.resolve("slipway"), "first").start();
        Files.readString(machine.resolve("started")); // until its Maven runs
        Process second = house.prepare(house.house.resolve("slipway"), "second").start();
        var said = new BufferedReader(new InputStreamReader(second.getInputStream(), UTF_8));
        assertThat(said.readLine()).contains("Another ./slipway", "waiting");
        Files.writeString(machine.resolve("go"), "\n");
        assertThat(new String(first.getInputStream().readAllBytes(), UTF_8)).contains("<first>");
        assertThat(said.lines()).contains("<second>");
        assertThat(house.builds()).isEqualTo(1);
    }

    @Test
    void words_with_spaces_and_the_exit_code_pass_through() {
        house.jdk("jvm/a", "25");
        var ended = house.with("FAKE_EXIT", 42).slipway("run", "two words", "", "*", "$HOME");
        assertThat(ended.code()).isEqualTo(42);
        assertThat(ended.text())
                .contains("<slipway.server.Main>\n<run>\n<two words>\n<>\n<*>\n<$HOME>\n");
    }

    @Test
    void a_symlink_elsewhere_finds_the_house() throws IOException {
        house.jdk("jvm/a", "25");
        Path link = Files.createSymbolicLink(machine.resolve("near"), Path.of("my house/slipway"));
        Path far = Files.createSymbolicLink(machine.resolve("bin/slipway"), link);
        assertThat(house.run(far, "x").text())
                .contains("<" + house.house + "/target/slipway/lib/server.jar>");
    }

    @Test
    void a_start_up_cache_is_used_when_it_is_there() {
        house.jdk("jvm/a", "25");
        assertThat(house.slipway("x").text()).doesNotContain("AOTCache");
        house.with("SLIPWAY_AOT", "wait");
        assertThat(house.slipway("x").text())
                .contains("<-XX:AOTCache=" + house.house + "/target/slipway/aot/command-");
        house.slipway("y");
        assertThat(house.trainings()).isEqualTo(1);
        assertThat(house.slipway("up").text()).contains("/aot/server-");
        FakeHouse.write(house.source("A"), "class Other {}");
        house.slipway("x");
        assertThat(house.trainings()).isEqualTo(3);
    }

    @Test
    void a_start_up_cache_that_cannot_be_made_is_left_out_and_not_tried_again() {
        house.jdk("jvm/a", "25");
        FakeHouse.write(machine.resolve("untrainable"), "");
        house.with("SLIPWAY_AOT", "wait").slipway("x");
        assertThat(house.slipway("x").text()).contains("<x>").doesNotContain("AOTCache");
        assertThat(house.trainings()).isEqualTo(1);
    }

    @Test
    void another_collector_can_be_asked_for() {
        house.jdk("jvm/a", "25");
        assertThat(house.slipway("up").text()).contains("<-XX:+UseSerialGC>");
        house.with("SLIPWAY_JAVA_OPTS", "-Xmx4g -XX:+UseZGC");
        assertThat(house.slipway("up").text())
                .contains("<-Xmx4g>\n<-XX:+UseZGC>")
                .doesNotContain("SerialGC");
    }

    @Test
    void help_needs_neither_java_nor_a_build() {
        var ended = house.slipway("help");
        assertThat(ended.code()).isZero();
        assertThat(ended.text()).contains("./slipway up", "SLIPWAY_JAVA_HOME");
        assertThat(house.builds()).isZero();
    }

    private void forgetJava() {
        assertThat(house.house.resolve("target/slipway/java").toFile().delete()).isTrue();
    }
}
