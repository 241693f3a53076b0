package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/** What was opened with a token ends with it. */
class AccessWatchTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final UserId ANA = new UserId("ana");

    private final AccessControlFixture access = AccessControlFixture.withTwoTeams();
    private final CountDownLatch ended = new CountDownLatch(1);

    @AfterEach
    void close() {
        access.close();
    }

    private AccessControl.Watch watch(Principal principal) {
        return access.accessControl().watch(principal, _ -> true, ended::countDown);
    }

    private boolean ends() throws InterruptedException {
        return ended.await(1, TimeUnit.MINUTES);
    }

    private void disable(UserId user) {
        access.execute(
                new IdentityRequest.ChangeUser(
                        user, Optional.empty(), Optional.empty(), Optional.of(false)));
    }

    @Test
    void disabling_a_user_ends_everything_that_was_opened_with_any_of_its_tokens()
            throws InterruptedException {
        var all = new CountDownLatch(100);
        List<AccessControl.Watch> watches = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            watches.add(
                    access.accessControl()
                            .watch(access.principal("ana"), _ -> true, all::countDown));
        }
        AccessControl.Watch other = watch(access.principal("cem"));
        disable(ANA);
        assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(watches).allMatch(AccessControl.Watch::ended);
        assertThat(other.ended()).isFalse();
    }

    @Test
    void revoking_a_token_ends_the_session_that_was_opened_with_it() throws InterruptedException {
        Principal token = access.principal("ana");
        AccessControl.NewToken session =
                slipway.journal.Journal.await(
                        access.accessControl().openSession(token, AccessControlFixture.ACTOR));
        watch(access.accessControl().authenticate(session.text(), access.now()));
        access.execute(new IdentityRequest.RevokeToken(token.token().orElseThrow().id()));
        assertThat(ends()).isTrue();
    }

    @Test
    void a_token_that_expires_ends_what_was_opened_with_it() throws InterruptedException {
        watch(access.principal("ana"));
        access.clock().forward(Duration.ofDays(91));
        assertThat(ends()).isTrue();
    }

    @Test
    void a_lost_role_ends_what_needs_it() throws InterruptedException {
        AccessControl.Watch watch =
                access.accessControl()
                        .watch(
                                access.principal("ana"),
                                ana -> ana.may(Permission.WORKLOADS_WRITE, VISION),
                                ended::countDown);
        access.role("ana", "vision", Role.VIEWER);
        assertThat(ends()).isTrue();
        assertThat(watch.ended()).isTrue();
    }

    @Test
    void access_that_ended_before_the_watch_begins_is_ended_at_once() {
        Principal ana = access.principal("ana");
        disable(ANA);
        assertThat(watch(ana).ended()).isTrue();
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void nothing_is_ended_after_the_watch_was_closed() throws InterruptedException {
        var wrong = new AtomicInteger();
        AccessControl.Watch closed =
                access.accessControl()
                        .watch(access.principal("ana"), _ -> true, wrong::incrementAndGet);
        closed.close();
        watch(access.principal("ana"));
        disable(ANA);
        assertThat(ends()).isTrue();
        assertThat(wrong).hasValue(0);
        assertThat(closed.ended()).isFalse();
    }
}
