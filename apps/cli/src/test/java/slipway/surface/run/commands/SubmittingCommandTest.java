package slipway.surface.run.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.people.TeamRole;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.TakesView;
import slipway.surface.api.workload.WorkloadView;
import slipway.testkit.Golden;

@Tag("network")
class SubmittingCommandTest {

    private static final WorkloadView DIGITS = SampleWorkloads.digits("01k9x0m6c5q8v2t7r4n1h3j5yd");

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @BeforeEach
    void write() throws IOException {
        Files.writeString(home.resolve("digits.py"), "print()\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server).with("SLIPWAY_TEAM", "vision");
    }

    private void answerSubmit(String team, ExplanationView why) {
        server.answering(ApiCall.to(WorkloadRoutes.SUBMIT).with(PathParameter.TEAM, team), DIGITS)
                .answering(
                        ApiCall.to(WorkloadRoutes.EXPLAIN)
                                .with(PathParameter.WORKLOAD, DIGITS.id())
                                .query(WorkloadRoutes.ZONE, ZoneOffset.UTC),
                        why);
    }

    private static ExplanationView startsNow() {
        return new ExplanationView(
                "digits",
                List.of("digits starts now on h100-b1."),
                Optional.empty(),
                Optional.of("h100-b1"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                SampleWorkloads.NO_PRICE,
                List.of(),
                Optional.empty(),
                List.of());
    }

    private static ExplanationView waits() {
        return new ExplanationView(
                "digits",
                List.of("digits waits. Needs 8 H100 on one node; the most free is 2."),
                Optional.of("Needs 8 H100 on one node; the most free is 2."),
                Optional.of("h100-b1"),
                Optional.of(Instant.parse("2026-09-17T17:35:00Z")),
                Optional.of(Instant.parse("2026-09-17T17:20:00Z")),
                Optional.of(Instant.parse("2026-09-17T17:50:00Z")),
                List.of(),
                Optional.empty(),
                SampleWorkloads.NO_PRICE,
                List.of(),
                Optional.empty(),
                List.of());
    }

    @Test
    void a_workload_that_starts_at_once_has_a_receipt_of_two_lines() {
        answerSubmit("vision", startsNow());
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        vision/digits starts on h100-b1 · CPU only
                        Follow it: slipway logs -f digits. You can close this terminal.
                        """);
    }

    @Test
    void a_waiting_workload_has_a_receipt_with_reason_and_start() {
        answerSubmit("vision", waits());
        for (int width : List.of(40, 80)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
            Golden.matches("run/receipt-" + width + ".txt", shell.out());
        }
    }

    @Test
    void flags_and_arguments_go_into_the_spec() {
        answerSubmit("vision", startsNow());
        TestShell shell = shell().with("LR", "3e-4");
        assertThat(
                        shell.run(
                                "run",
                                "digits.py",
                                "--gpus",
                                "H100:2",
                                "-e",
                                "LR",
                                "--cpus",
                                "4",
                                "--",
                                "--name",
                                "a b"))
                .as(shell.err())
                .isZero();
        assertThat(server.requests().getFirst())
                .contains(
                        "H100:2",
                        "python3 digits.py --name 'a b'",
                        "\\\"LR\\\":\\\"3e-4\\\"",
                        "\\\"workdir\\\":\\\"" + home + "\\\"");
    }

    @Test
    void a_workdir_is_relative_to_its_file_and_ignored_directives_are_reported()
            throws IOException {
        answerSubmit("vision", startsNow());
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(home.resolve("jobs/job.yaml"), "run: make\nworkdir: ../src\n");
        TestShell shell = shell();
        assertThat(shell.run("submit", "jobs/job.yaml")).as(shell.err()).isZero();
        assertThat(server.requests().getFirst()).contains("\"" + home.resolve("src") + "\\\"");
        Files.writeString(
                home.resolve("jobs/old.sbatch"),
                "#!/bin/sh\n#SBATCH --mail-user=me@example.org\nmake\n");
        assertThat(shell.run("submit", "jobs/old.sbatch")).as(shell.err()).isZero();
        assertThat(shell.err()).contains("--mail-user=me@example.org", "ignored");
    }

    @Test
    void every_mistake_of_file_and_flags_is_listed_and_nothing_is_sent() throws IOException {
        Files.writeString(home.resolve("job.yaml"), "rum: make\nnodes: two\n");
        TestShell shell = shell();
        assertThat(shell.run("submit", "job.yaml", "--priority", "urgent")).isEqualTo(2);
        Golden.matches("run/mistakes.txt", shell.err());
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void an_unknown_option_is_answered_with_its_place_after_the_dashes() {
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "--epochs", "3")).isEqualTo(2);
        assertThat(shell.err()).contains("no option --epochs", "after --: -- --epochs");
    }

    @Test
    void the_default_team_is_the_only_one_in_which_the_user_may_submit() {
        server.answering(
                ApiCall.to(MeRoute.ME),
                SampleWorkloads.me(
                        new TeamRole(SampleWorkloads.LANGUAGE, Role.VIEWER),
                        SampleWorkloads.member(SampleWorkloads.VISION)));
        answerSubmit("vision", startsNow());
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
    }

    @Test
    void context_team_sets_and_clears_the_default_team() {
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("context", "team", "language", "--context", "local")).isZero();
        assertThat(shell.out()).isEqualTo("Default team of context local: language.\n");
        assertThat(shell.run("context", "team", "--context", "local", "--none")).isZero();
        assertThat(shell.out()).startsWith("Context local has no default team.");
        assertThat(shell.run("context", "team", "No Team")).isEqualTo(2);
        assertThat(shell.run("context", "team", "vision", "--context", "nowhere")).isEqualTo(3);
    }

    @Test
    void the_receipt_shows_the_estimated_time_and_cost() {
        var estimate = new TakesView(20_400, Optional.of(22_200L), 24_600);
        ExplanationView why = waits();
        answerSubmit(
                "vision",
                new ExplanationView(
                        why.name(),
                        why.lines(),
                        why.waits(),
                        why.on(),
                        why.starts(),
                        why.earliest(),
                        why.latest(),
                        why.helps(),
                        Optional.of(estimate),
                        SampleWorkloads.PRETRAIN.cost(),
                        List.of("notebook-ana"),
                        Optional.empty(),
                        List.of()));
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
        assertThat(shell.out())
                .startsWith(
                        "vision/digits queued · CPU only · 6 h 10 min (5 h 40 min to 6 h 50 min)"
                                + " · $4,017 ($3,571 to $4,186)\n")
                .contains("stops", "notebook-ana");
    }

    @Test
    void a_user_of_several_teams_must_name_one_unless_an_admin_of_all() {
        TestShell shell = new TestShell(home).asking(server);
        server.answering(
                ApiCall.to(MeRoute.ME),
                SampleWorkloads.me(
                        SampleWorkloads.member(SampleWorkloads.LANGUAGE),
                        SampleWorkloads.member(SampleWorkloads.VISION)));
        assertThat(shell.run("run", "digits.py")).isEqualTo(2);
        assertThat(shell.err())
                .contains("You may submit in language and vision.", "--team language");
        server.answering(
                ApiCall.to(MeRoute.ME),
                SampleWorkloads.me(
                        new TeamRole(TeamId.ALL, Role.ADMIN),
                        SampleWorkloads.member(SampleWorkloads.VISION)));
        answerSubmit("all", startsNow());
        assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
        server.answering(ApiCall.to(MeRoute.ME), SampleWorkloads.me());
        assertThat(shell.run("run", "digits.py")).isEqualTo(2);
        assertThat(shell.err())
                .contains("not submit workloads in any team", "slipway team role TEAM mira member");
    }

    @Test
    void a_dry_run_prints_the_decision_and_submits_nothing() {
        server.answering(
                ApiCall.to(WorkloadRoutes.REHEARSE)
                        .with(PathParameter.TEAM, "vision")
                        .query(WorkloadRoutes.ZONE, ZoneOffset.UTC),
                waits());
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "--dry-run")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        digits waits. Needs 8 H100 on one node; the most free is 2.
                        Nothing was submitted: this was a dry run.
                        """);
    }

    @Test
    void following_a_workload_that_fails_exits_with_1() {
        answerSubmit("vision", startsNow());
        streamLog(
                new LogView(Optional.of("boom\n"), 5, 1, 0, Optional.empty(), 1, false),
                new LogView(Optional.empty(), 5, 1, 0, Optional.empty(), 1, true));
        server.answering(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, DIGITS.id()),
                SampleWorkloads.ended(DIGITS, "failed", "It ended with exit code 3."));
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "-f")).isEqualTo(1);
        assertThat(shell.out()).isEqualTo("vision/digits starts on h100-b1 · CPU only\nboom\n");
        assertThat(shell.err()).isEqualTo("digits failed. It ended with exit code 3.\n");
        server.answering(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, DIGITS.id()),
                SampleWorkloads.ended(DIGITS, "succeeded", ""));
        assertThat(shell.run("run", "digits.py", "-f")).isZero();
        assertThat(shell.err()).isEqualTo("digits succeeded.\n");
    }

    private void streamLog(LogView... parts) {
        server.streaming(
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.ATTEMPT, 1)
                        .query(LogRoutes.RANK, 0),
                List.of(parts));
    }

    @Test
    void detach_prints_only_the_id() {
        answerSubmit("vision", startsNow());
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "-d")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo(DIGITS.id() + "\n");
        assertThat(shell.run("run", "digits.py", "--json")).as(shell.err()).isZero();
        assertThat(shell.out()).contains("\"id\" : \"" + DIGITS.id() + "\"");
        assertThat(shell.run("run", "digits.py", "--curl")).as(shell.err()).isZero();
        assertThat(shell.out()).contains("/api/v1/teams/vision/workloads");
    }

    @Test
    void the_plan_flag_sets_the_plan_of_the_spec() {
        answerSubmit("vision", startsNow());
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "--plan", "model=llama-3-8b,tokens=15B"))
                .as(shell.err())
                .isZero();
        assertThat(server.requests().getFirst())
                .contains(
                        "\\\"plan\\\":{\\\"model\\\":\\\"llama-3-8b\\\",\\\"tokens\\\":\\\"15B\\\"");
        assertThat(shell.run("run", "digits.py", "--plan", "modl=llama-3-8b,tokens=15B"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("flag --plan", "plan.modl: no such key", "model?");
    }

    @Test
    void the_receipt_shows_a_warning_about_the_plan() {
        ExplanationView why = startsNow();
        answerSubmit(
                "vision",
                new ExplanationView(
                        why.name(),
                        why.lines(),
                        why.waits(),
                        why.on(),
                        why.starts(),
                        why.earliest(),
                        why.latest(),
                        why.helps(),
                        why.takes(),
                        why.cost(),
                        why.stops(),
                        Optional.empty(),
                        List.of("It does not fit into 8 H100. It would fit on 32.")));
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py")).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("warning", "It does not fit into 8 H100. It would fit on 32.");
    }

    @Test
    void the_last_plan_is_submitted_on_its_accelerators() throws IOException {
        Path catalog = Files.createDirectories(home.resolve(".slipway/catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
        TestShell shell = shell();
        assertThat(shell.run("run", "digits.py", "--plan", "last")).isEqualTo(3);
        assertThat(shell.err()).contains("There is no last plan.", "slipway plan train");
        plan(shell, "--terms own --accelerators 16xH100");
        answerSubmit("vision", startsNow());
        assertThat(shell.run("run", "digits.py", "--plan", "last")).as(shell.err()).isZero();
        assertThat(server.requests().getFirst())
                .contains(
                        "H100:8",
                        "\\\"nodes\\\":2",
                        "\\\"model\\\":\\\"llama-3-8b\\\",\\\"tokens\\\":\\\"15B\\\",\\\"seq\\\":\\\"8192\\\"");
    }

    @Test
    void a_last_plan_that_is_for_a_cloud_or_damaged_is_refused() throws IOException {
        TestShell shell = shell();
        plan(shell, "--terms on-demand --accelerators 16xH100");
        assertThat(shell.run("run", "digits.py", "--plan", "last")).isEqualTo(2);
        assertThat(shell.err())
                .contains(
                        "The last plan is not for this cluster.",
                        "--gpus H100:8 --nodes 2 --plan model=llama-3-8b,tokens=15B");
        Path saved = home.resolve(".config/slipway/last-plan.json");
        assertThat(Files.getPosixFilePermissions(saved)).hasSize(2);
        for (String text : new String[] {"", "{", "[]", "{\"own\":true,\"gpus\":\"H100\"}"}) {
            Files.writeString(saved, text);
            assertThat(shell.run("run", "digits.py", "--plan", "last")).as(text).isEqualTo(3);
            assertThat(shell.err()).contains("The saved plan cannot be read.");
        }
        assertThat(server.requests()).isEmpty();
    }

    private static void plan(TestShell shell, String bounds) {
        String command = "plan train --model llama-3-8b --tokens 15B " + bounds;
        assertThat(shell.run(command.split(" "))).as(shell.err()).isZero();
    }
}
