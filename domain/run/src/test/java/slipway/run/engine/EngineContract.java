package slipway.run.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;

/**
 * The contract of engines. An engine joins by saying how it is opened again over the same machines, and how one of its
 * nodes is lost. The jobs are shell scripts that report only through files of their attempt.
 */
public abstract class EngineContract extends EngineContractFixture {

    @Test
    void an_attempt_runs_and_leaves_its_exit_code_and_its_log() {
        Launch launch = run(SAY_HELLO, 1);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
        assertThat(log(launch)).isEqualTo("hello\n");
    }

    @Test
    void an_attempt_that_fails_leaves_its_exit_code() {
        Launch launch = run(FAIL, 1);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 3);
    }

    @Test
    void what_was_launched_once_is_not_launched_again() {
        Launch launch = run(SAY_HELLO, 1);
        engine().launch(launch);
        untilGone(launch);
        engine().launch(launch);
        engine().forget(launch.id());
        engine().launch(launch);
        until(() -> live(launch).map(LiveAttempt::gone).orElse(true));
        assertThat(work(launch, "starts")).isEqualTo("hello\n");
    }

    @Test
    void an_attempt_is_live_until_it_is_killed() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 137);
        until(() -> processes(launch.id()) == 0);
    }

    @Test
    void a_job_that_receives_the_stop_signal_may_still_save() {
        Launch launch = run(SAVE_AND_END, 1);
        untilGoing(launch);
        engine().signal(launch.id(), AttemptSignal.STOP);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 7);
    }

    @Test
    void a_job_that_forks_and_ignores_signals_and_leaves_its_session_is_killed_whole() {
        Launch launch = run(STUBBORN, 1);
        untilGoing(launch);
        engine().signal(launch.id(), AttemptSignal.STOP);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        until(() -> processes(launch.id()) == 0);
    }

    @Test
    void workers_save_on_their_signal_and_no_process_dies_of_it() {
        Launch launch = prepare(Attempt.Script.of(SAVE_ON_SIGNAL).savingOn("USR1"), 1);
        engine().launch(launch);
        untilGoing(launch);
        engine().signal(launch.id(), AttemptSignal.CHECKPOINT);
        until(() -> work(launch, "saves").equals("saved\n"));
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void a_checkpoint_is_not_asked_for_where_the_spec_names_no_signal() {
        Launch launch = run(SAVE_ON_SIGNAL, 1);
        untilGoing(launch);
        engine().signal(launch.id(), AttemptSignal.CHECKPOINT);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(work(launch, "saves")).isEmpty();
    }

    @Test
    void the_next_server_finds_what_still_runs() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        reopen();
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
        engine().launch(launch);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 137);
        until(() -> processes(launch.id()) == 0);
    }

    @Test
    void the_next_server_finds_what_ended_without_a_server() {
        Launch launch = run(SAY_HELLO, 1);
        engine().close();
        until(() -> exits(launch).containsKey(0));
        reopen();
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
    }

    @Test
    void a_forgotten_attempt_is_not_reported_again() {
        Launch launch = run(SAY_HELLO, 1);
        untilGone(launch);
        engine().forget(launch.id());
        assertThat(live(launch)).isEmpty();
        reopen();
        assertThat(live(launch)).isEmpty();
    }

    @Test
    void what_runs_is_not_forgotten() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        engine().forget(launch.id());
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void a_signal_to_an_unknown_attempt_has_no_effect() {
        var unknown = new AttemptId(new WorkloadId("unknown"), 1);
        for (AttemptSignal attemptSignal : AttemptSignal.values()) {
            engine().signal(unknown, attemptSignal);
        }
        assertThat(engine().live()).isEmpty();
        assertThat(engine().sample(unknown)).isEmpty();
    }

    @Test
    void every_node_of_a_gang_gets_its_rank_and_the_rendezvous() {
        Launch launch = run(TELL_VARIABLES, 3);
        untilGone(launch);
        assertThat(exits(launch)).hasSize(3);
        String meeting = meeting(work(launch, "variables.0"));
        for (int rank = 0; rank < 3; rank++) {
            assertThat(work(launch, "variables." + rank).lines())
                    .contains(
                            "NNODES=3",
                            "NODE_RANK=" + rank,
                            "RANK=" + rank,
                            "LOCAL_RANK=0",
                            "WORLD_SIZE=3")
                    .contains(
                            "SLIPWAY_ATTEMPT=" + launch.id(),
                            "SLIPWAY_FENCE=" + launch.id().number())
                    .contains("GIVEN=it's \"so\" $HOME");
            assertThat(meeting(work(launch, "variables." + rank))).isEqualTo(meeting);
        }
    }

    private static String meeting(String variables) {
        List<String> master =
                variables.lines().filter(line -> line.matches("MASTER_(ADDR|PORT)=.+")).toList();
        assertThat(master).hasSize(2);
        return String.join(" ", master);
    }

    @Test
    void a_gang_ends_whole_when_one_of_it_fails() {
        Launch launch = run(FIRST_FAILS, 2);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 3);
        until(() -> processes(launch.id()) == 0);
    }

    @Test
    void a_gang_that_loses_a_node_is_gone_and_that_node_leaves_no_exit() {
        Launch launch = run(GO_ON, 2);
        untilGoing(launch);
        until(
                () ->
                        AttemptDirectory.of(launch).claimed().size() == 2
                                || processes(launch.id()) == 0);
        loseNode(engine(), AttemptDirectory.of(launch), 1);
        untilGone(launch);
        assertThat(exits(launch)).doesNotContainKey(1);
        until(() -> processes(launch.id()) == 0);
    }

    @Test
    void a_command_beside_an_attempt_tells_what_it_prints_and_how_it_ended() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        ExecProcess process = exec(launch, "echo out; echo err >&2; exit 3");
        assertThat(outputOf(process)).isEqualTo("out\nerr\n");
        assertThat(process.exit().join()).isEqualTo(3);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void the_input_of_a_command_arrives_byte_by_byte() throws IOException, InterruptedException {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        byte[] told = new byte[300_000];
        new Random(7).nextBytes(told);
        try (ExecProcess process = exec(launch, "exec cat")) {
            Thread telling =
                    Thread.startVirtualThread(
                            () -> {
                                try (var input = process.input()) {
                                    input.write(told);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
            assertThat(process.output().readNBytes(told.length)).isEqualTo(told);
            assertThat(process.output().read()).isNegative();
            assertThat(process.exit().join()).isZero();
            telling.join();
        }
    }

    @Test
    void a_command_that_is_closed_ends_with_all_that_it_started() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        ExecProcess process = exec(launch, "sleep 1000 & echo on; sleep 1000; exit 3");
        process.close();
        assertThat(process.exit().join()).isNotZero();
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void nothing_runs_beside_what_has_ended() {
        Launch launch = run(SAY_HELLO, 1);
        untilGone(launch);
        assertThatThrownBy(() -> exec(launch, "true")).isInstanceOf(Problem.class);
        engine().forget(launch.id());
        assertThatThrownBy(() -> exec(launch, "true")).isInstanceOf(Problem.class);
    }

    @Test
    void a_secret_is_there_for_its_job_and_for_no_other_user_of_the_machine() throws IOException {
        Launch launch = runAs("ana", READ_SECRET, Map.of());
        untilGone(launch);
        assertThat(work(launch, "seen")).isEqualTo("swordfish");
        assertThat(mode(launch.directory())).isEqualTo("rwx------");
        assertThat(mode(launch.directory().resolve("secrets"))).isEqualTo("rwx------");
        assertThat(mode(launch.directory().resolve("secrets/token"))).isEqualTo("r--------");
        assertThat(mode(launch.directory().resolve("env"))).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void an_engine_says_that_it_keeps_users_apart_only_if_none_reaches_another_or_the_server() {
        Launch victim = runAs("ana", GO_ON, Map.of());
        untilGoing(victim);
        var known =
                Map.of(
                        "OTHER", victim.id().name(),
                        "PLACE", victim.directory().toString(),
                        "DATA", data().toString());
        Launch intruder = runAs("ben", INTRUDE, known);
        untilGone(intruder);
        assertThat(exits(intruder)).containsEntry(0, 0);
        var reached = new ArrayList<>(work(intruder, "reached").lines().toList());
        Stream.of(data().resolve("mine"), victim.directory().resolve("work/mine"))
                .filter(Files::exists)
                .forEach(file -> reached.add("wrote " + file));
        assertThat(reached.isEmpty())
                .as("kept apart; reached: %s", reached)
                .isEqualTo(engine().capabilities().isolated());
        assertThat(live(victim).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void of_two_users_that_are_found_again_one_is_cancelled_and_the_other_goes_on() {
        Launch ana = runAs("ana", GO_ON, Map.of());
        Launch ben = runAs("ben", GO_ON, Map.of());
        untilGoing(ana);
        untilGoing(ben);
        reopen();
        assertThat(outputOf(exec(ben, "echo here"))).isEqualTo("here\n");
        engine().signal(ana.id(), AttemptSignal.KILL);
        untilGone(ana);
        assertThat(processes(ana.id())).isZero();
        assertThat(live(ben).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void no_two_nodes_share_a_name() {
        assertThat(
                        engine().nodes().stream()
                                .map(discoveredNode -> discoveredNode.node().name())
                                .distinct())
                .hasSameSizeAs(engine().nodes());
    }
}
