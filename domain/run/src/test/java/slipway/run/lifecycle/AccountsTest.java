package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.engine.Engine;
import slipway.run.engine.ExecRequest;
import slipway.run.engine.Launch;
import slipway.run.engine.PosixAccount;

/** An engine whose jobs run under the accounts of their submitters. */
@SuppressWarnings("NullAway.Init") // opened before each test
class AccountsTest {

    private static final String JOB = "run: train\n";
    private static final Actor BEN = new Actor("ben", "test", "r2");

    @TempDir Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private static Optional<PosixAccount> own(String owner) {
        return Optional.of(new PosixAccount(owner, 2_000, 3_000));
    }

    private static Optional<PosixAccount> none(String owner) {
        throw new Problem(
                Engine.CANNOT, owner + " has no account.", "A test says so.", "Make one.");
    }

    @Test
    void an_attempt_is_launched_under_the_account_of_its_submitter() {
        harness.world().accounts(AccountsTest::own);
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        assertThat(harness.launches(job)).extracting(Launch::account).containsExactly(own("ana"));
    }

    @Test
    void a_user_without_an_account_is_refused_at_once() {
        harness.world().accounts(AccountsTest::none);
        assertThatThrownBy(() -> harness.submit(JOB))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ana has no account.");
        assertThatThrownBy(() -> harness.runner().dryRun(RunHarness.submission(JOB)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ana has no account.");
    }

    @Test
    void a_job_whose_account_vanished_waits_with_that_as_the_reason() {
        harness.world().hold();
        harness.world().queue("Priority");
        WorkloadId job = harness.submit(JOB);
        harness.until(() -> harness.world().held() == 1, () -> "nothing was launched");
        harness.world().accounts(AccountsTest::none);
        harness.world().sendAway();
        harness.await(job, "queued");
        harness.forward(Duration.ofMinutes(10));
        harness.until(
                () ->
                        harness.state(job) instanceof WorkloadState.Queued(_, _, var because)
                                && because.contains("ana has no account."),
                () -> harness.state(job).toString());
        assertThat(harness.launches(job)).isEmpty();
    }

    @Test
    void only_the_owner_runs_commands_in_a_job_with_the_owners_account() {
        var execRequest = new ExecRequest("v1", 0, List.of("true"));
        WorkloadId job = harness.submit(JOB);
        harness.awaitAttempt(job, 1);
        Workload workload = harness.workload(job);
        harness.runner().exec(workload, execRequest, BEN).close();
        harness.world().accounts(AccountsTest::own);
        assertThatThrownBy(() -> harness.runner().exec(workload, execRequest, BEN))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Only ana may run commands in")
                .hasMessageContaining("Ask ana to run it");
        harness.runner().exec(workload, execRequest, RunHarness.ANA).close();
    }

    @Test
    void only_the_owner_opens_a_workspace_with_the_owners_account() {
        WorkloadId lab = harness.submit("kind: workspace\nrun: serve");
        harness.awaitAttempt(lab, 1);
        Workload workload = harness.workload(lab);
        harness.runner().recordOpened(workload, BEN, Optional.empty());
        harness.world().accounts(AccountsTest::own);
        assertThatThrownBy(() -> harness.runner().recordOpened(workload, BEN, Optional.empty()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Only ana may run commands in");
        harness.runner().recordOpened(workload, RunHarness.ANA, Optional.empty());
    }
}
