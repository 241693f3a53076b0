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

    private TestShell ran(int code, int width, Stream<String> flags) {
        TestShell shell = new TestShell(folder).wide(width);
        String[] arguments = Stream.concat(Stream.of("plan", "mix"), flags).toArray(String[]::new);
        assertThat(shell.run(arguments)).as(shell.err()).isEqualTo(code);
        return shell;
    }

    /** Two machines always, six more in a fifth of the hours. */
    private static Stream<String> example(String... flags) {
        return Stream.concat(
                Stream.of("--model", MODEL, "--accelerators", "A100-80GB", "--provider", "aws"),
                Stream.concat(
                        Stream.of("--baseline", "16", "--bursts", "48", "--burst-share", "20%"),
                        Stream.of(flags)));
    }

    @Test
    void mix_prints_the_answer_then_the_accelerators_by_terms() {
        for (int width : new int[] {40, 80, 120}) {
            String output = ran(0, width, example("--discount", "30%")).out();
            Golden.matches("plan/mix-" + width + ".txt", output);
        }
    }

    @Test
    void the_worked_example_saves_as_much_as_published() {
        TestShell shell = ran(0, 120, example("--discount", "30%", "--json"));
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        assertThat(json.at("/places/0/saving").asDouble()).isBetween(0.20, 0.40);
        assertThat(json.at("/places/0/parts/0/terms").asString()).isEqualTo("reserved");
        assertThat(json.at("/places/0/parts/1/terms").asString()).isEqualTo("spot");
    }

    @Test
    void without_a_known_discount_nothing_is_reserved() {
        assertThat(ran(0, 120, example()).out())
                .contains("reserve nothing")
                .contains("no discount is known");
    }

    @Test
    void all_mistakes_are_listed_together() {
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
    void more_accelerators_than_any_provider_offers_exit_with_no_capacity() {
        Stream<String> arguments =
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
        assertThat(ran(5, 120, arguments).err()).contains("No provider offers 64 H100");
    }
}
