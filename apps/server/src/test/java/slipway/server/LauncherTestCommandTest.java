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

/** {@code ./slipway test} up to the runner, with a fake Maven and a fake Java. */
@Tag("process")
class LauncherTestCommandTest {

    @TempDir Path machine;
    private FakeCheckout checkout;

    @BeforeEach
    void build() {
        checkout = new FakeCheckout(machine);
        checkout.jdk("jvm/a", "25");
        needs("sh dash the shell");
        FakeCheckout.write(
                checkout.folder.resolve("pom.xml"),
                "<version>0.1.0</version>\n<module>foundation/base</module>\n<module>domain/run</module>\n");
    }

    @Test
    void a_full_run_verifies_and_passes_every_module_to_the_runner() throws IOException {
        var ended = checkout.slipway("test");
        assertThat(ended.code()).isZero();
        assertThat(builds()).contains("-DskipTests -Dcore verify").doesNotContain("-Dquick");
        assertThat(ended.text())
                .contains("<slipway.testkit.runner.TestRunner>", "<--folder=target>")
                .contains("<--module=foundation/base>\n<--module=domain/run>")
                .doesNotContain("<--lane=pure>");
    }

    @Test
    void the_exit_code_is_the_one_of_the_runner() {
        assertThat(checkout.with("FAKE_EXIT", "1").slipway("test").code()).isEqualTo(1);
    }

    @Test
    void a_build_that_fails_before_the_runner_is_compiled_shows_its_errors_and_is_no_success() {
        FakeCheckout.write(machine.resolve("broken"), "");
        var ended = checkout.slipway("test");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("[ERROR] A.java:[1,1] nonsense")
                .endsWith("0 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void a_missing_component_is_a_reported_skip_locally_and_a_failure_in_ci() {
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
    void only_and_seed_reach_the_runner_and_skip_the_checks() throws IOException {
        var ended =
                checkout.slipway(
                        "test", "--only", "Good*#it works", "--seed", "7", "--seeds", "20");
        assertThat(ended.text())
                .contains("<--only=Good*#it works>")
                .contains("<--jvm=-Dslipway.seed=7>", "<--jvm=-Dslipway.seeds=20>");
        assertThat(builds()).contains("-Dquick").doesNotContain("-Dcore");
    }

    @Test
    void update_images_reaches_the_tests_but_not_with_quick() {
        assertThat(checkout.slipway("test", "--update-images", "--only", "Readme*").text())
                .contains("<--only=Readme*>", "<--jvm=-Dslipway.update.images=true>");
        assertThat(checkout.slipway("test").text()).doesNotContain("update.images");
        assertThat(checkout.slipway("test", "--quick", "--update-images").code()).isEqualTo(2);
    }

    @Test
    void quick_runs_the_pure_tests_of_what_changed_since_they_last_passed() {
        commit();
        assertThat(checkout.slipway("test", "--quick").text())
                .contains("<--lane=pure>")
                .doesNotContain("<--changed=");
        FakeCheckout.write(checkout.folder.resolve("domain/run/pom.xml"), "<project/>");
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
    void an_unknown_argument_is_refused_before_anything_runs() {
        assertThat(checkout.slipway("test", "--fast").code()).isEqualTo(2);
        assertThat(checkout.slipway("test", "--seed").code()).isEqualTo(2);
        assertThat(checkout.slipway("test", "--all").code()).isEqualTo(2);
        assertThat(checkout.builds()).isZero();
    }

    @Test
    void after_the_tests_a_start_builds_nothing() {
        checkout.slipway("test");
        assertThat(checkout.slipway("x").text()).contains("<x>").doesNotContain("building");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    private void commit() {
        FakeCheckout.write(checkout.folder.resolve(".gitignore"), "target/\n");
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
        var command = new ProcessBuilder("git", "-C", checkout.folder.toString());
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
        FakeCheckout.write(
                checkout.folder.resolve("tools/launch/needs"), "# a comment\n" + line + "\n");
    }
}
