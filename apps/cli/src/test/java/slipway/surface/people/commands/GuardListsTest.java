package slipway.surface.people.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.UserRoutes;
import slipway.testkit.Golden;

/** Every list of people, teams, tokens and secrets, as wide and as narrow terminals show it. */
@Tag("network")
class GuardListsTest {

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @BeforeEach
    void answer() {
        server.answering(ApiCall.to(TeamRoutes.LIST), page(Lab.TEAMS))
                .answering(in(ApiCall.to(TeamRoutes.SHOW)), Lab.TEAMS.get(2))
                .answering(in(ApiCall.to(TeamRoutes.MEMBERS)), page(Lab.MEMBERS))
                .answering(in(ApiCall.to(TeamRoutes.SECRETS)), page(Lab.SECRETS))
                .answering(
                        ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, "all"),
                        page(List.of()))
                .answering(
                        ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, "language"),
                        page(Lab.SECRETS.subList(0, 1)))
                .answering(in(ApiCall.to(TeamRoutes.ACCOUNT_LIST)), page(Lab.USERS.subList(2, 3)))
                .answering(ApiCall.to(UserRoutes.LIST), page(Lab.USERS))
                .answering(
                        ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, "mira"),
                        Lab.USERS.get(1))
                .answering(ApiCall.to(CurrentUserRoutes.TOKEN_LIST), page(Lab.TOKENS))
                .answering(
                        ApiCall.to(UserRoutes.TOKENS).with(PathParameter.USER, "omar"),
                        page(List.of()));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void teams_are_listed() {
        looksRight("team-list", "team", "list");
    }

    @Test
    void a_team_shows_who_is_what_in_it_and_why() {
        looksRight("team-show", "team", "show", "vision");
    }

    @Test
    void people_are_listed_whatever_their_names_are() {
        looksRight("user-list", "user", "list");
    }

    @Test
    void somebody_is_shown() {
        looksRight("user-show", "user", "show", "mira");
    }

    @Test
    void tokens_are_listed_with_their_limits() {
        looksRight("token-list", "token", "list");
        var shell = shell(80);
        assertThat(shell.run("token", "list", "--user", "omar")).isZero();
        assertThat(shell.out())
                .isEqualTo("No token of omar. A new one: slipway token new --user omar\n");
    }

    @Test
    void secrets_are_listed_without_their_values() {
        looksRight("secret-list", "secret", "list", "--team", "vision");
        looksRight("secret-list-all", "secret", "list");
    }

    @Test
    void service_accounts_are_listed() {
        looksRight("account-list", "account", "list", "--team", "vision");
    }

    @Test
    void whose_token_is_meant_must_be_clear() {
        var shell = shell(80);
        assertThat(shell.run("token", "list", "--account", "ci")).isEqualTo(2);
        assertThat(shell.err()).contains("Give both: --account ACCOUNT --team TEAM.");
        assertThat(shell.run("token", "list", "--user", "a", "--account", "b", "--team", "c"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("not to both");
    }

    private void looksRight(String name, String... words) {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell(width);
            assertThat(shell.run(words)).as(shell.err()).isZero();
            Golden.matches("guard/" + name + "-" + width + ".txt", shell.out());
        }
        TestShell shell = shell(80);
        List<String> json = new ArrayList<>(List.of(words));
        json.add("--json");
        assertThat(shell.run(json.toArray(String[]::new))).isZero();
        Golden.matches("guard/" + name + ".json", shell.out());
    }

    private TestShell shell(int width) {
        return new TestShell(home).asking(server).wide(width);
    }

    private static <T> ListPage<T> page(List<T> items) {
        return new ListPage<>(items, Optional.empty());
    }

    private static <Q, A> ApiCall<Q, A> in(ApiCall<Q, A> apiCall) {
        return apiCall.with(PathParameter.TEAM, "vision");
    }
}
