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

/** Every list of users, teams, tokens and secrets at several terminal widths. */
@Tag("network")
class PeopleListsTest {

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
        matchesGolden("team-list", "team", "list");
    }

    @Test
    void a_team_is_shown_with_its_members_and_their_roles() {
        matchesGolden("team-show", "team", "show", "vision");
    }

    @Test
    void users_are_listed_with_any_display_name() {
        matchesGolden("user-list", "user", "list");
    }

    @Test
    void a_user_is_shown() {
        matchesGolden("user-show", "user", "show", "mira");
    }

    @Test
    void tokens_are_listed_with_their_limits() {
        matchesGolden("token-list", "token", "list");
        var shell = shell(80);
        assertThat(shell.run("token", "list", "--user", "omar")).isZero();
        assertThat(shell.out())
                .isEqualTo("No tokens of omar. Create one: slipway token new --user omar\n");
    }

    @Test
    void secrets_are_listed_without_their_values() {
        matchesGolden("secret-list", "secret", "list", "--team", "vision");
        matchesGolden("secret-list-all", "secret", "list");
    }

    @Test
    void service_accounts_are_listed() {
        matchesGolden("account-list", "account", "list", "--team", "vision");
    }

    @Test
    void the_owner_of_a_token_must_be_unambiguous() {
        var shell = shell(80);
        assertThat(shell.run("token", "list", "--account", "ci")).isEqualTo(2);
        assertThat(shell.err()).contains("Use both: --account ACCOUNT --team TEAM.");
        assertThat(shell.run("token", "list", "--user", "a", "--account", "b", "--team", "c"))
                .isEqualTo(2);
        assertThat(shell.err()).contains("not to both");
    }

    private void matchesGolden(String name, String... arguments) {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell(width);
            assertThat(shell.run(arguments)).as(shell.err()).isZero();
            Golden.matches("guard/" + name + "-" + width + ".txt", shell.out());
        }
        TestShell shell = shell(80);
        List<String> json = new ArrayList<>(List.of(arguments));
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
