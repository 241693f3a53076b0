package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./slipway test} up to the runner: a Maven that only notes its words, and a Java that prints them. */
@Tag("process")
class LauncherTestCommandTest {

    @TempDir Path machine;
    private FakeHouse checkout;

    @BeforeEach
    void build() {
        checkout = new FakeHouse(machine);
        checkout.jdk("jvm/a", "25");
        needs("sh dash the shell");
        FakeHouse.write(
                checkout.house.resolve("pom.xml"),
                "<version>0.1.0</version>\n<module>foundation/base</module>\n<module>domain/run</module>\n");
    }

    @Test
    void the_whole_run_checks_everything_and_hands_every_module_to_the_runner() throws IOException {
        var ended = checkout.slipway("test");
        assertThat(ended.code()).isZero();
        assertThat(builds()).contains("-DskipTests -Dcore verify").doesNotContain("-Dquick");
        assertThat(ended.text())
                .contains("<slipway.testkit.runner.TestRunner>", "<--folder=target>")
                .contains("<--module=foundation/base>\n<--module=domain/run>")
                .doesNotContain("<--lane=pure>");
    }

    @Test
    void what_the_runner_reports_decides_the_exit_code() {
        assertThat(checkout.with("FAKE_EXIT", "1").slipway("test").code()).isEqualTo(1);
    }

    @Test
    void a_build_that_fails_before_the_runner_is_compiled_shows_its_errors_and_is_no_success() {
        FakeHouse.write(machine.resolve("broken"), "");
        var ended = checkout.slipway("test");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("[ERROR] A.java:[1,1] nonsense")
                .endsWith("0 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void a_missing_need_is_a_loud_skip_for_a_person_and_a_failure_in_ci() {
        needs("no-such-command some-package tests of nothing");
        String skip =
                "SKIPPED (missing): no-such-command (Debian package some-package): tests of nothing";
        var person = checkout.slipway("test");
        assertThat(person.code()).isZero();
        assertThat(person.text()).contains("<--missing=" + skip + ">");
        var ci = checkout.with("CI", "true").slipway("test");
        assertThat(ci.code()).isEqualTo(1);
        assertThat(ci.text()).contains(skip, "Install: some-package");
    }

    @Test
    void a_pattern_and_a_seed_reach_the_runner_and_nothing_is_checked() throws IOException {
        var ended =
                checkout.slipway(
                        "test", "--only", "Good*#it works", "--seed", "7", "--seeds", "20");
        assertThat(ended.text())
                .contains("<--only=Good*#it works>")
                .contains("<--jvm=-Dslipway.seed=7>", "<--jvm=-Dslipway.seeds=20>");
        assertThat(builds()).contains("-Dquick").doesNotContain("-Dcore");
    }

    @Test
    void quick_runs_the_pure_tests_of_what_changed_since_they_last_passed() {
        commit();
        assertThat(checkout.slipway("test", "--quick").text())
                .contains("<--lane=pure>")
                .doesNotContain("<--changed=");
        FakeHouse.write(checkout.house.resolve("domain/run/pom.xml"), "<project/>");
        assertThat(checkout.slipway("test", "--quick").text())
                .contains("<--changed=domain/run>", "<--changed=tools/tidy>")
                .doesNotContain("<--changed=foundation/base>");
        assertThat(checkout.slipway("test", "--quick", "--all").text())
                .doesNotContain("<--changed=");
    }

    @Test
    void a_quick_run_that_fails_is_not_remembered() {
        commit();
        checkout.with("FAKE_EXIT", "1").slipway("test", "--quick");
        assertThat(checkout.with("FAKE_EXIT", "0").slipway("test", "--quick").text())
                .doesNotContain("<--changed=");
    }

    @Test
    void an_unknown_word_is_refused_before_anything_runs() {
        assertThat(checkout.slipway("test", "--fast").code()).isEqualTo(2);
        assertThat(checkout.slipway("test", "--seed").code()).isEqualTo(2);
        assertThat(checkout.slipway("test", "--all").code()).isEqualTo(2);
        assertThat(checkout.builds()).isZero();
    }

    @Test
    void after_the_tests_nothing_needs_to_be_built_to_start() {
        checkout.slipway("test");
        assertThat(checkout.slipway("x").text()).contains("<x>").doesNotContain("building");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    private void commit() {
        FakeHouse.write(checkout.house.resolve(".gitignore"), "target/\n");
        git("init", "--quiet");
        git("add", "--all");
        git(
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "commit",
                "--quiet",
                "-m",
                "one");
    }

    private void git(String... words) {
        var command = new ProcessBuilder("git", "-C", checkout.house.toString());
        command.command().addAll(List.of(words));
        try {
            assertThat(command.inheritIO().start().waitFor()).isZero();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String builds() throws IOException {
        return Files.readString(machine.resolve("builds"));
    }

    private void needs(String line) {
        FakeHouse.write(
                checkout.house.resolve("tools/launch/needs"), "# a comment\n" + line + "\n");
    }
}
