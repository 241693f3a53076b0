package slipway.surface.plan.commands.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.FactView;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.surface.plan.api.PilotRoutes.WholeView;
import slipway.testkit.Golden;

@Tag("network")
class PilotCommandTest {

    private static final String ID = "01k9x0m6c5q8v2t7r4n1h3j5ya";

    private static final PilotView SHOWN =
            new PilotView(
                    ID,
                    "glossa-pilot",
                    "shown",
                    "glossa-pilot takes 1 d 10 h (1 d 7 h to 1 d 14 h), 272 GPU-hours, $1,322 ($1,215 to $1,449) for"
                            + " 3,576 steps.",
                    List.of(
                            new FactView(
                                    "measured",
                                    "40 steps; the first 10 were dropped: from there three medians of 5 steps"
                                            + " agree within 5 %"),
                            new FactView("data", "4.1 % of the time waited for"),
                            new FactView(
                                    "memory", "58.2 GB of an accelerator, 96 GB of its machines"),
                            new FactView("start-up", "1 min 12 s until step 0"),
                            new FactView("steps", "1 d 10 h: 3,576 of 34.4 s (33.4 s to 35.4 s)"),
                            new FactView("saves", "24 min: 36 of 40 s"),
                            new FactView("evaluates", "none was seen"),
                            new FactView(
                                    "failures",
                                    "3 min lost: 0.029 a day, hardware 0.004, software 0.025, spot 0")),
                    List.of("No evaluation was seen, so none is in it: have the pilot do one."),
                    "Submit the whole run: slipway submit FILE. Other sizes: --sizes 2x,4x",
                    Optional.empty(),
                    List.of(
                            whole("8 H100", "1 d 10 h"),
                            whole(
                                    "16 H100",
                                    "18 h (15 h to 21 h), $1,402 ($1,190 to $1,640): a step takes 0.53 times as"
                                            + " long, as the model expects")));

    private static final PilotView FAILED =
            new PilotView(
                    ID,
                    "glossa-pilot",
                    "nothing",
                    "glossa-pilot showed nothing. It ended with exit code 1. The last it printed:\n"
                            + "ModuleNotFoundError: No module named 'torch'",
                    List.of(),
                    List.of(),
                    "Correct that, then pilot it again. All of what it printed: slipway logs " + ID,
                    Optional.empty(),
                    List.of());

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static WholeView whole(String size, String text) {
        return new WholeView(
                size,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                text);
    }

    private TestShell shell() {
        return new TestShell(home).asking(server);
    }

    private void answerShow(PilotView view) {
        server.answering(
                ApiCall.to(PilotRoutes.SHOW).with(PathParameter.WORKLOAD, "glossa-pilot"), view);
    }

    @Test
    void pilot_extrapolates_the_whole_run_at_every_width() {
        answerShow(SHOWN);
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("plan", "pilot", "--of", "glossa-pilot")).isZero();
            Golden.matches("learn/pilot-" + width + ".txt", shell.out());
        }
    }

    @Test
    void a_pilot_without_a_result_prints_the_reason_and_exits_with_1() {
        answerShow(FAILED);
        TestShell ran = shell();
        assertThat(ran.run("plan", "pilot", "--of", "glossa-pilot")).isEqualTo(1);
        assertThat(ran.out())
                .contains("ModuleNotFoundError: No module named 'torch'\n")
                .endsWith("slipway logs " + ID + "\n");
    }

    @Test
    void pilot_needs_a_file_or_a_pilot_that_ran() {
        TestShell ran = shell();
        assertThat(ran.run("plan", "pilot")).isEqualTo(2);
        assertThat(ran.err()).contains("Neither a file nor --of is given.");
    }

    @Test
    void mistakes_in_the_spec_and_the_flags_are_listed_together() throws IOException {
        Path file = Files.writeString(home.resolve("job.yaml"), "runn: x\n");
        TestShell ran = shell();
        assertThat(ran.run("plan", "pilot", file.toString(), "--steps", "3")).isEqualTo(2);
        assertThat(ran.err()).contains("runn: no such key.").contains("--steps");
    }
}
