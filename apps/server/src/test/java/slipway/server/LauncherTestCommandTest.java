package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./slipway test} itself, with a Maven that leaves reports behind without running anything. */
class LauncherTestCommandTest {

    @TempDir Path machine;
    private FakeHouse house;

    @BeforeEach
    void build() {
        house = new FakeHouse(machine);
        house.jdk("jvm/a", "25");
        needs("sh dash the shell");
    }

    @Test
    void the_last_line_counts_what_passed_failed_and_was_skipped() {
        report("GoodTest", 3, 0, 0, "");
        report(
                "OtherTest",
                2,
                0,
                1,
                """
                <testcase name="later" classname="room.OtherTest" time="0">
                  <skipped message="not on this machine"/>
                </testcase>
                """);
        var ended = house.slipway("test");
        assertThat(ended.code()).isZero();
        assertThat(ended.text()).contains("SKIPPED room.OtherTest#later: not on this machine");
        assertThat(ended.text().lines().toList().getLast())
                .isEqualTo("4 passed, 0 failed, 1 skipped");
    }

    @Test
    void a_failed_test_is_named_with_its_message_and_how_to_run_it_alone() {
        report(
                "BadTest",
                1,
                1,
                0,
                """
                <testcase name="it_adds_up" classname="room.BadTest" time="0.1">
                  <failure message="expected: &lt;4&gt;&#10;but was: &quot;5&quot;" type="X"><![CDATA[trace]]></failure>
                </testcase>
                """);
        FakeHouse.write(machine.resolve("red"), "");
        var ended = house.slipway("test");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("FAILED room.BadTest#it_adds_up", "expected: <4>", "but was: \"5\"")
                .contains("./slipway test --only 'BadTest#it_adds_up'");
        assertThat(ended.text().lines().toList().getLast())
                .isEqualTo("0 passed, 1 failed, 0 skipped");
    }

    @Test
    void a_build_that_fails_before_any_test_is_no_success() {
        FakeHouse.write(machine.resolve("broken"), "");
        var ended = house.slipway("test");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("[ERROR] A.java:[1,1] nonsense")
                .endsWith("0 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void what_a_skipped_test_says_is_missing_is_in_the_summary() {
        report("SlurmTest", 1, 0, 1, "");
        report("GoodTest", 1, 0, 0, "");
        said("SlurmTest", "noise\nSKIPPED (missing): slurmctld: no Slurm here\n");
        said("GoodTest", "SKIPPED (missing): only talk of a test that ran\n");
        assertThat(house.slipway("test").text())
                .contains("\nSKIPPED (missing): slurmctld: no Slurm here\n")
                .doesNotContain("only talk");
    }

    @Test
    void a_missing_need_is_a_loud_skip_for_a_person_and_a_failure_in_ci() {
        report("GoodTest", 1, 0, 0, "");
        needs("no-such-command some-package tests of nothing");
        String skip =
                "SKIPPED (missing): no-such-command (Debian package some-package): tests of nothing";
        var person = house.slipway("test");
        assertThat(person.code()).isZero();
        assertThat(person.text()).contains(skip);
        var ci = house.with("CI", "true").slipway("test");
        assertThat(ci.code()).isEqualTo(1);
        assertThat(ci.text()).contains(skip, "Install: some-package");
    }

    @Test
    void a_pattern_and_a_seed_reach_maven() throws IOException {
        report("GoodTest", 1, 0, 0, "");
        house.slipway("test", "--only", "Good*#it works", "--seed", "7", "--seeds", "20");
        assertThat(Files.readString(machine.resolve("builds")))
                .contains("-Dtest=Good*#it works,!*IT", "-Dslipway.seed=7", "-Dslipway.seeds=20")
                .doesNotContain("-Dcore");
    }

    @Test
    void a_pattern_that_matches_nothing_is_no_success() {
        var ended = house.slipway("test", "--only", "Nothing");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("No test matches Nothing.");
    }

    @Test
    void an_unknown_word_is_refused_before_anything_runs() {
        assertThat(house.slipway("test", "--fast").code()).isEqualTo(2);
        assertThat(house.slipway("test", "--seed").code()).isEqualTo(2);
        assertThat(house.builds()).isZero();
    }

    @Test
    void after_the_tests_nothing_needs_to_be_built_to_start() {
        report("GoodTest", 1, 0, 0, "");
        house.slipway("test");
        assertThat(house.slipway("x").text()).contains("<x>").doesNotContain("building");
        assertThat(house.builds()).isEqualTo(1);
    }

    private void needs(String line) {
        FakeHouse.write(house.house.resolve("tools/launch/needs"), "# a comment\n" + line + "\n");
    }

    private void said(String name, String text) {
        FakeHouse.write(machine.resolve("reports/room." + name + "-output.txt"), text);
    }

    private void report(String name, int tests, int failures, int skipped, String cases) {
        FakeHouse.write(
                machine.resolve("reports/TEST-room." + name + ".xml"),
                """
                <?xml version="1.0"?>
                <testsuite name="room.%s" time="0.5" tests="%d" errors="0" skipped="%d" failures="%d">
                %s</testsuite>
                """
                        .formatted(name, tests, skipped, failures, cases));
    }
}
