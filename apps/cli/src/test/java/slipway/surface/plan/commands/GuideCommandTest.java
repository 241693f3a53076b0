package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GuideCommandTest {

    private static final String TRAIN =
            "--goal train --model llama-3-8b --tokens 15B --deadline 3d --budget 40000 --accelerators H100";

    @TempDir private Path folder;

    private TestShell ran(int code, int width, String flags) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(("plan guide " + flags).split(" +"))).as(shell.err()).isEqualTo(code);
        return shell;
    }

    @Test
    void given_answers_produce_every_section_and_step() {
        for (int width : new int[] {40, 80, 120}) {
            Golden.matches("plan/guide-" + width + ".txt", ran(0, width, TRAIN + " --yes").out());
        }
        Golden.matches(
                "plan/guide-serve.txt",
                ran(0, 120, "--yes --goal serve --model llama-3-8b --rate 20/s").out());
    }

    @Test
    void the_guide_asks_at_a_terminal_and_accepts_defaults() {
        TestShell shell = new TestShell(folder).wide(120).typing("\n\n15B\nH100\n3d\n40000\n\n");
        assertThat(shell.run("plan", "guide")).as(shell.err()).isZero();
        assertThat(shell.err())
                .contains("What do you want to do, train or serve? [train]")
                .contains("By when? [no deadline]");
        assertThat(shell.out()).isEqualTo(ran(0, 120, TRAIN + " --yes").out());
    }

    @Test
    void json_has_five_sections_and_six_steps_with_commands() {
        JsonNode json = JsonMapper.shared().readTree(ran(0, 120, TRAIN + " --json").out());
        assertThat(json.at("/scale").size()).isEqualTo(5);
        assertThat(json.at("/deploy").size()).isEqualTo(6);
        json.at("/deploy")
                .forEach(it -> assertThat(it.at("/command").asString()).startsWith("slipway "));
    }

    @Test
    void the_suggested_commands_run_unchanged() {
        JsonNode json = JsonMapper.shared().readTree(ran(0, 120, TRAIN + " --json").out());
        for (int step : new int[] {0, 2, 5}) {
            String command = json.at("/deploy/" + step + "/command").asString();
            TestShell shell = new TestShell(folder).wide(120);
            assertThat(shell.run(command.substring("slipway ".length()).split(" +")))
                    .as(command + shell.err())
                    .isZero();
        }
    }

    @Test
    void all_mistakes_are_listed_together() {
        TestShell shell =
                ran(
                        2,
                        120,
                        "--yes --goal train --model lama-3-8b --tokens many --deadline soon --budget 0"
                                + " --accelerators H1000");
        Golden.matches("plan/guide-wrong.txt", shell.err());
        assertThat(ran(2, 120, "--yes --goal trian").err()).contains("Did you mean train?");
    }
}
