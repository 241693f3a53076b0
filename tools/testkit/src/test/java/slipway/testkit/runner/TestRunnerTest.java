package slipway.testkit.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner on small modules that each story compiles, with real workers. */
@Tag("process")
class TestRunnerTest {

    private static final String PASSES = "@Test void it_works() {}";
    private static final String FAILS =
            "@Test void it_adds_up() { Assertions.assertEquals(4, 5); }";

    @TempDir Path checkout;
    private final List<String> modules = new ArrayList<>();
    private boolean passed;

    @Test
    void the_last_line_counts_what_passed_failed_and_was_skipped() throws Exception {
        module("domain/good", "GoodTest", PASSES + "@Test void twice() {}");
        module("domain/rest", "RestTest", "@Test @Disabled(\"not here\") void later() {}");
        String text = run();
        assertThat(passed).isTrue();
        assertThat(text).contains("SKIPPED sample.RestTest#later: not here");
        assertThat(text.lines().toList().getLast()).isEqualTo("2 passed, 0 failed, 1 skipped");
    }

    @Test
    void a_failure_is_listed_before_the_slowest_tests_with_its_message_and_how_to_run_it_alone()
            throws Exception {
        module("domain/bad", "BadTest", FAILS);
        String text = run();
        assertThat(passed).isFalse();
        assertThat(text)
                .containsSubsequence(
                        "FAILED sample.BadTest#it_adds_up",
                        "expected: <4> but was: <5>",
                        "Run it alone: ./slipway test --only 'BadTest#it_adds_up'",
                        "slowest",
                        "0 passed, 1 failed, 0 skipped");
    }

    @Test
    void a_module_whose_dependency_failed_is_named_and_not_run() throws Exception {
        // One worker for this lane: the lower module has ended before the upper one may begin.
        var lane = List.of("@Tag(\"database\")");
        Path lower = module("domain/lower", "FineTest", PASSES);
        type(lower, "LowerTest", FAILS, lane);
        Path upper = module("domain/upper", "GoodTest", PASSES, lower);
        type(upper, "UpperTest", PASSES, lane);
        String text = run("--lane=database");
        assertThat(passed).isFalse();
        assertThat(text)
                .contains("Not run  domain/upper database: domain/lower failed")
                .endsWith("0 passed, 1 failed, 0 skipped\n");
    }

    @Test
    void a_module_that_was_not_compiled_is_no_success() throws Exception {
        module("domain/good", "GoodTest", PASSES);
        Files.createDirectories(checkout.resolve("domain/broken/src/test"));
        modules.add("domain/broken");
        String text = run();
        assertThat(passed).isFalse();
        assertThat(text).contains("Not run  domain/broken: it was not built");
    }

    @Test
    void a_test_that_ends_its_process_fails_and_the_classes_after_it_run() throws Exception {
        module(
                "domain/one",
                "AbruptTest",
                "@Test void it_halts() { Runtime.getRuntime().halt(3); }");
        type(checkout.resolve("domain/one"), "CalmTest", PASSES, List.of());
        String text = run();
        assertThat(passed).isFalse();
        assertThat(text)
                .contains("FAILED sample.AbruptTest", "exit code 3")
                .endsWith("1 passed, 1 failed, 0 skipped\n");
    }

    @Test
    void a_pattern_selects_one_test_and_a_pattern_without_a_match_fails() throws Exception {
        module("domain/good", "GoodTest", PASSES + "@Test void twice() {}");
        assertThat(run("--only=GoodTest#tw*")).endsWith("1 passed, 0 failed, 0 skipped\n");
        assertThat(passed).isTrue();
        assertThat(run("--only=Nothing")).contains("No test matches Nothing.");
        assertThat(passed).isFalse();
    }

    @Test
    void only_what_changed_and_what_depends_on_it_runs() throws Exception {
        Path lower = module("domain/lower", "LowerTest", PASSES);
        module("domain/upper", "UpperTest", PASSES, lower);
        module("domain/other", "OtherTest", PASSES);
        run("--changed=domain/lower");
        assertThat(names())
                .containsExactly("sample.LowerTest#it_works", "sample.UpperTest#it_works");
    }

    @Test
    void a_lane_is_chosen_by_the_tag_that_a_class_inherits() throws Exception {
        Path home = module("domain/one", "PureTest", PASSES);
        type(home, "Ground", "", List.of("@Tag(\"process\") abstract"));
        type(home, "JobTest extends Ground", PASSES, List.of());
        run("--lane=pure");
        assertThat(names()).containsExactly("sample.PureTest#it_works");
    }

    private List<String> names() throws IOException {
        return Files.readAllLines(checkout.resolve("target/slipway/test-names"));
    }

    private Path module(String name, String type, String body, Path... needs) throws IOException {
        modules.add(name);
        Path home = checkout.resolve(name);
        type(home, type, body, List.of());
        Files.createDirectories(home.resolve("target/classes"));
        String needed =
                String.join(
                        ":",
                        List.of(needs).stream()
                                .map(need -> need.resolve("target/classes").toString())
                                .toList());
        Files.writeString(home.resolve("target/test.classpath"), needed);
        return home;
    }

    private static void type(Path home, String type, String body, List<String> modifiers)
            throws IOException {
        Path source = Files.createDirectories(home.resolve("src/test/sample"));
        Path file = source.resolve(type.split(" ", -1)[0] + ".java");
        Files.writeString(
                file,
                "package sample; import org.junit.jupiter.api.*;\n"
                        + String.join(" ", modifiers)
                        + " class %s { %s }\n".formatted(type, body));
        Path classes = Files.createDirectories(home.resolve("target/test-classes"));
        String libraries = System.getProperty("java.class.path") + ":" + classes;
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                libraries,
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                file.toString());
        assertThat(code).isZero();
    }

    private String run(String... more) throws IOException, InterruptedException {
        Files.createDirectories(checkout.resolve("target/slipway"));
        var words = new ArrayList<>(List.of("--checkout=" + checkout, "--folder=target"));
        modules.forEach(module -> words.add("--module=" + module));
        words.addAll(List.of(more));
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, true, UTF_8)) {
            passed = TestRunner.run(words.toArray(String[]::new), out);
        }
        return bytes.toString(UTF_8);
    }
}
