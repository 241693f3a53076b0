package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.identity.Refused.refused;

import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.TeamId;

class WelcomeTest {

    private final Gatehouse house = Gatehouse.inMemory();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void the_first_start_shows_an_admin_token_once_and_no_later_one_does() {
        var shown = new ArrayList<AccessControl.NewToken>();
        house.guard().welcome(shown::add);
        house.guard().welcome(shown::add);
        house.restart();
        house.guard().welcome(shown::add);
        assertThat(shown).hasSize(1);
        assertThat(shown.getFirst().text()).startsWith("slw_adm_");
        assertThat(shown.getFirst().token().expires()).isEmpty();
        Principal admin = house.guard().recognise(shown.getFirst().text(), house.now());
        assertThat(admin.may(Permission.PEOPLE_WRITE, TeamId.ALL)).isTrue();
    }

    /** Whoever dies between making the token and printing it has shown it to nobody. The next start does. */
    @Test
    void a_kill_between_the_token_and_its_print_locks_nobody_out() {
        var lost = new ArrayList<AccessControl.NewToken>();
        assertThatThrownBy(
                        () ->
                                house.guard()
                                        .welcome(
                                                token -> {
                                                    lost.add(token);
                                                    throw new IllegalStateException("killed here");
                                                }))
                .hasMessage("killed here");
        house.restart();
        var shown = new ArrayList<AccessControl.NewToken>();
        house.guard().welcome(shown::add);
        Principal admin = house.guard().recognise(shown.getFirst().text(), house.now());
        assertThat(admin.id()).isEqualTo(User.ADMIN);
        assertThat(
                        refused(() -> house.guard().recognise(lost.getFirst().text(), house.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(house.people().users().size()).isEqualTo(1);
    }

    @Test
    void no_text_of_a_token_is_anywhere_in_the_journal_or_the_picture() {
        var shown = new ArrayList<AccessControl.NewToken>();
        house.guard().welcome(shown::add);
        String secretPart = shown.getFirst().text().substring(16, 40);
        assertThat(house.people().toString()).doesNotContain(secretPart);
        assertThat(house.facts().toString())
                .doesNotContain(secretPart)
                .contains(shown.getFirst().token().id());
        assertThat(shown.toString()).doesNotContain(secretPart);
    }
}
