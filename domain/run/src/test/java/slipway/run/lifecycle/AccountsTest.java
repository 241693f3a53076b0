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

/** On an engine where jobs have the accounts of those who submit them. */
@SuppressWarnings("NullAway.Init") // opened before each test
class AccountsTest {

    private static final String JOB = "run: train\n";
    private static final Actor BEN = new Actor("ben", "test", "r2");

    @TempDir Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    private static Optional<PosixAccount> own(String owner) {
        return Optional.of(new PosixAccount(owner, 2_000, 3_000));
    }

    private static Optional<PosixAccount> none(String owner) {
        throw new Problem(
                Engine.CANNOT, owner + " has no account.", "A test says so.", "Make one.");
    }

    @Test
    void an_attempt_is_launched_under_the_account_of_whoever_submitted_it() {
        yard.world().accounts(AccountsTest::own);
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        assertThat(yard.launches(job)).extracting(Launch::account).containsExactly(own("ana"));
    }

    @Test
    void who_has_no_account_is_refused_at_once() {
        yard.world().accounts(AccountsTest::none);
        assertThatThrownBy(() -> yard.submit(JOB))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ana has no account.");
        assertThatThrownBy(() -> yard.runner().dryRun(Yard.submission(JOB)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ana has no account.");
    }

    @Test
    void who_lost_the_account_meanwhile_waits_with_that_as_the_reason() {
        yard.world().hold();
        yard.world().queue("Priority");
        WorkloadId job = yard.submit(JOB);
        yard.until(() -> yard.world().held() == 1, () -> "nothing was launched");
        yard.world().accounts(AccountsTest::none);
        yard.world().sendAway();
        yard.await(job, "queued");
        yard.forward(Duration.ofMinutes(10));
        yard.until(
                () ->
                        yard.state(job) instanceof WorkloadState.Queued(_, _, var because)
                                && because.contains("ana has no account."),
                () -> yard.state(job).toString());
        assertThat(yard.launches(job)).isEmpty();
    }

    @Test
    void nobody_but_its_owner_goes_into_a_job_that_has_the_owners_account() {
        var execRequest = new ExecRequest("v1", 0, List.of("true"));
        WorkloadId job = yard.submit(JOB);
        yard.awaitAttempt(job, 1);
        Workload workload = yard.workload(job);
        yard.runner().exec(workload, execRequest, BEN).close();
        yard.world().accounts(AccountsTest::own);
        assertThatThrownBy(() -> yard.runner().exec(workload, execRequest, BEN))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Only ana can go into")
                .hasMessageContaining("Ask ana to run it");
        yard.runner().exec(workload, execRequest, Yard.ANA).close();
    }

    @Test
    void nobody_but_its_owner_opens_a_workspace_that_has_the_owners_account() {
        WorkloadId lab = yard.submit("kind: workspace\nrun: serve");
        yard.awaitAttempt(lab, 1);
        Workload workload = yard.workload(lab);
        yard.runner().recordOpened(workload, BEN);
        yard.world().accounts(AccountsTest::own);
        assertThatThrownBy(() -> yard.runner().recordOpened(workload, BEN))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Only ana can go into");
        yard.runner().recordOpened(workload, Yard.ANA);
    }
}
