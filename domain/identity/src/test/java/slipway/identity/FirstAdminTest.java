package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.identity.Refused.refused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Journal;

class FirstAdminTest {

    private final AccessControlFixture access = AccessControlFixture.inMemory();

    @AfterEach
    void close() {
        access.close();
    }

    @Test
    void the_first_start_shows_an_admin_token_once_and_no_later_one_does() {
        var shown = new ArrayList<AccessControl.NewToken>();
        access.accessControl().createFirstAdmin(shown::add);
        access.accessControl().createFirstAdmin(shown::add);
        access.restart();
        access.accessControl().createFirstAdmin(shown::add);
        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst().text()).startsWith("slw_adm_");
        assertThat(shown.getFirst().token().expires())
                .contains(access.now().plus(Duration.ofHours(24)));
    }

    private AccessControl.NewToken shown() {
        var shown = new ArrayList<AccessControl.NewToken>();
        access.accessControl().createFirstAdmin(shown::add);
        return shown.getFirst();
    }

    private Principal authenticate(AccessControl.NewToken token) {
        return access.accessControl().authenticate(token.text(), access.now());
    }

    private String codeOf(AccessControl.NewToken token) {
        return refused(() -> authenticate(token)).code().name();
    }

    @Test
    void the_first_token_opens_one_session_and_can_do_nothing_else() {
        AccessControl.NewToken first = shown();
        Principal principal = authenticate(first);
        assertThat(principal.mayAnywhere(Permission.PEOPLE_READ)).isFalse();
        var person = new IdentityRequest.CreatePerson(new UserId("ana"), "Ana", Optional.empty());
        assertThat(refused(() -> access.execute(principal, person)).why())
                .isEqualTo("The token of the first administrator only signs in, once.");
        AccessControl.NewToken session =
                Journal.await(
                        access.accessControl().openSession(principal, AccessControlFixture.ACTOR));
        assertThat(codeOf(first)).isEqualTo("revoked-token");
        Principal admin = authenticate(session);
        assertThat(admin.may(Permission.PEOPLE_WRITE, TeamId.ALL)).isTrue();
        // Neither the session nor what is created in it is bound by the day of the first token.
        AccessControl.NewToken own = access.token(admin, "admin", TokenScope.WHOLE);
        assertThat(own.token().expires()).contains(access.now().plus(Duration.ofDays(90)));
        access.execute(admin, new IdentityRequest.RevokeToken(own.token().id()));
        assertThat(authenticate(session).id()).isEqualTo(User.ADMIN);
    }

    @Test
    void the_first_token_is_exchanged_for_one_token_of_the_admin() {
        AccessControl.NewToken first = shown();
        AccessControl.NewToken own = access.token(authenticate(first), "admin", TokenScope.WHOLE);
        assertThat(codeOf(first)).isEqualTo("revoked-token");
        assertThat(authenticate(own).may(Permission.PEOPLE_WRITE, TeamId.ALL)).isTrue();
        assertThat(own.token().expires()).contains(access.now().plus(Duration.ofDays(90)));
    }

    @Test
    void an_unused_first_token_expires_after_a_day_and_the_problem_names_the_way_in() {
        AccessControl.NewToken first = shown();
        access.clock().forward(Duration.ofHours(24));
        var problem = refused(() -> authenticate(first));
        assertThat(problem.code().name()).isEqualTo("expired-token");
        assertThat(problem.next()).contains("slipway token new --user admin");
    }

    /** A process that dies after creating the token and before printing it has shown no token; the next start must. */
    @Test
    void a_kill_before_the_token_is_printed_does_not_lock_the_admin_out() {
        var lost = new ArrayList<AccessControl.NewToken>();
        assertThatThrownBy(
                        () ->
                                access.accessControl()
                                        .createFirstAdmin(
                                                token -> {
                                                    lost.add(token);
                                                    throw new IllegalStateException("killed here");
                                                }))
                .hasMessage("killed here");
        access.restart();
        var shown = new ArrayList<AccessControl.NewToken>();
        access.accessControl().createFirstAdmin(shown::add);
        Principal admin =
                access.accessControl().authenticate(shown.getFirst().text(), access.now());
        assertThat(admin.id()).isEqualTo(User.ADMIN);
        assertThat(
                        refused(
                                        () ->
                                                access.accessControl()
                                                        .authenticate(
                                                                lost.getFirst().text(),
                                                                access.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(access.directory().users().size()).isEqualTo(1);
    }

    @Test
    void the_text_of_a_token_is_neither_in_the_journal_nor_in_the_directory() {
        var shown = new ArrayList<AccessControl.NewToken>();
        access.accessControl().createFirstAdmin(shown::add);
        String secretPart = shown.getFirst().text().substring(16, 40);
        assertThat(access.directory().toString()).doesNotContain(secretPart);
        assertThat(access.facts().toString())
                .doesNotContain(secretPart)
                .contains(shown.getFirst().token().id());
        assertThat(shown.toString()).doesNotContain(secretPart);
    }
}
