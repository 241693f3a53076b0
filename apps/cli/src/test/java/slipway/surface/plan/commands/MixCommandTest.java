package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MixCommandTest {

    /** Two billion weights. */
    private static final String MODEL =
            "layers=24,hidden=2304,heads=18,ffn=8192,vocabulary=50304,context=2048,tied=yes";

    @TempDir private Path folder;

    private TestShell ran(int code, int width, Stream<String> more) {
        TestShell shell = new TestShell(folder).wide(width);
        String[] words = Stream.concat(Stream.of("plan", "mix"), more).toArray(String[]::new);
        assertThat(shell.run(words)).as(shell.err()).isEqualTo(code);
        return shell;
    }

    /** Two machines always, six more in a fifth of the hours; what a commitment takes off is the example's own. */
    private static Stream<String> example(String... more) {
        return Stream.concat(
                Stream.of("--model", MODEL, "--accelerators", "A100-80GB", "--provider", "aws"),
                Stream.concat(
                        Stream.of("--baseline", "16", "--bursts", "48", "--burst-share", "20%"),
                        Stream.of(more)));
    }

    @Test
    void the_answer_comes_first_then_what_is_taken_on_which_terms() {
        for (int width : new int[] {40, 80, 120}) {
            String said = ran(0, width, example("--discount", "30%")).out();
            Golden.matches("plan/mix-" + width + ".txt", said);
        }
    }

    @Test
    void the_worked_example_saves_what_was_published() {
        TestShell shell = ran(0, 120, example("--discount", "30%", "--json"));
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        assertThat(json.at("/places/0/saving").asDouble()).isBetween(0.20, 0.40);
        assertThat(json.at("/places/0/parts/0/terms").asString()).isEqualTo("reserved");
        assertThat(json.at("/places/0/parts/1/terms").asString()).isEqualTo("spot");
    }

    @Test
    void without_a_discount_nothing_is_reserved_and_that_is_said() {
        assertThat(ran(0, 120, example()).out())
                .contains("reserve nothing")
                .contains("no discount is known");
    }

    @Test
    void everything_wrong_is_told_at_once() {
        TestShell shell =
                ran(
                        2,
                        120,
                        Stream.of(
                                "--model",
                                "lama-3-8b",
                                "--accelerators",
                                "8xH1000",
                                "--baseline",
                                "0",
                                "--bursts",
                                "2.5",
                                "--burst-share",
                                "30",
                                "--discount",
                                "100%",
                                "--provider",
                                "awz",
                                "--spot-there",
                                "NaN"));
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/mix-wrong.txt", shell.err());
    }

    @Test
    void where_nobody_offers_so_many_the_exit_code_says_no_capacity() {
        Stream<String> words =
                Stream.of(
                        "--model",
                        MODEL,
                        "--accelerators",
                        "H100",
                        "--provider",
                        "verda",
                        "--baseline",
                        "8",
                        "--bursts",
                        "64",
                        "--burst-share",
                        "10%");
        assertThat(ran(5, 120, words).err()).contains("No provider offers 64 H100");
    }
}
