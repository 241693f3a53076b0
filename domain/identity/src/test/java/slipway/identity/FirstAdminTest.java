package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.identity.Refused.refused;

import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.TeamId;

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
        assertThat(shown.getFirst().token().expires()).isEmpty();
        Principal admin =
                access.accessControl().authenticate(shown.getFirst().text(), access.now());
        assertThat(admin.may(Permission.PEOPLE_WRITE, TeamId.ALL)).isTrue();
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
