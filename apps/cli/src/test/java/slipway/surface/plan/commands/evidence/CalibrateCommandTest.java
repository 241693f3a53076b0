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
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.evidence.CalibrationRoutes;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.ErrorsView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.evidence.CalibrationRoutes.PastView;
import slipway.surface.api.evidence.CalibrationRoutes.Seen;
import slipway.surface.api.evidence.CalibrationRoutes.TypeView;
import slipway.surface.api.json.ListPage;
import slipway.testkit.Golden;

@Tag("network")
class CalibrateCommandTest {

    private static final PastView PAST =
            new PastView(3, "2026-11-18T09:00:00Z", "sam", "H100 14 % longer.", Optional.empty());

    private static final CalibrationView PROPOSED =
            view(
                    true,
                    "H100 20 % longer.",
                    List.of(
                            new TypeView(
                                    "A100",
                                    2,
                                    Optional.empty(),
                                    errors(31, 1_000),
                                    errors(31, 1_000),
                                    "at least 3 finished workloads are needed"),
                            new TypeView(
                                    "H100",
                                    23,
                                    Optional.of(1_204L),
                                    errors(167, 520),
                                    errors(34, 910),
                                    "20 % longer")));

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static ErrorsView errors(long off, long within) {
        return new ErrorsView(Optional.of(off), Optional.of(within));
    }

    private static CalibrationView view(boolean changes, String sentence, List<TypeView> types) {
        return new CalibrationView(
                3, sentence, changes, types, errors(150, 540), errors(33, 915), List.of(PAST));
    }

    private TestShell shell() {
        return new TestShell(home).asking(server);
    }

    @Test
    void calibrate_shows_the_proposal_at_every_width() {
        server.answering(ApiCall.to(CalibrationRoutes.SHOW), PROPOSED);
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("plan", "calibrate")).isZero();
            Golden.matches("learn/calibrate-" + width + ".txt", shell.out());
        }
    }

    @Test
    void without_finished_workloads_calibrate_names_the_next_step() {
        server.answering(
                ApiCall.to(CalibrationRoutes.SHOW),
                view(false, "Nothing is corrected.", List.of()));
        TestShell ran = shell();
        assertThat(ran.run("plan", "calibrate")).isZero();
        assertThat(ran.out()).contains("has reported steps and ended yet").contains("--plan");
    }

    @Test
    void apply_sends_the_number_of_the_calibration_that_was_shown() {
        server.answering(ApiCall.to(CalibrationRoutes.SHOW), PROPOSED);
        server.answering(
                ApiCall.to(CalibrationRoutes.APPLY).sending(new Seen(3)),
                view(false, "H100 20 % longer.", List.of()));
        TestShell ran = shell();
        assertThat(ran.run("plan", "calibrate", "--apply")).isZero();
        assertThat(ran.out())
                .startsWith("Calibration 3 is in force")
                .contains("slipway plan calibrate --undo");
    }

    @Test
    void apply_and_undo_exclude_each_other() {
        TestShell ran = shell();
        assertThat(ran.run("plan", "calibrate", "--apply", "--undo")).isEqualTo(2);
    }

    @Test
    void outcomes_lists_workloads_with_their_estimates_at_every_width() {
        server.answering(
                ApiCall.to(CalibrationRoutes.OUTCOMES),
                new ListPage<>(
                        List.of(
                                new OutcomeView(
                                        "01k9x0m6c5q8v2t7r4n1h3j5ya",
                                        "glossa-7b-sft",
                                        "2026-11-18T09:00:00Z",
                                        "succeeded",
                                        "H100",
                                        16,
                                        beside(34_400, 40_100),
                                        beside(22_200, 26_000),
                                        beside(58_200_000_000L, 60_000_000_000L),
                                        beside(118_000_000, 138_000_000),
                                        "USD")),
                        Optional.empty()));
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("plan", "calibrate", "--outcomes")).isZero();
            Golden.matches("learn/outcomes-" + width + ".txt", shell.out());
        }
    }

    private static Beside beside(long expected, long measured) {
        return new Beside(
                Optional.of(expected),
                Optional.of(expected * 9 / 10),
                Optional.of(expected * 11 / 10),
                Optional.of(measured));
    }

    @Test
    void an_invalid_steps_file_is_refused_before_any_request() throws IOException {
        Path file = Files.writeString(home.resolve("steps.json"), "{\"tried\": [{\"model\": 7}]}");
        TestShell ran = shell();
        assertThat(ran.run("plan", "calibrate", "--try", file.toString())).isEqualTo(2);
        assertThat(ran.err()).contains("tried[1]");
        assertThat(shell().run("plan", "calibrate", "--try", "no-such.json")).isEqualTo(2);
    }
}
