package slipway.surface.people.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Role;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;

/** The commands that change teams, users, tokens and secrets: their requests, messages and confirmations. */
@Tag("network")
class PeopleChangesTest {

    private static final String TEXT = "slw_usr_Yc7RmX2vQ9tLk4HsB1nPz8WdYc7RmX2v_6f3a1c";

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();
    private TestShell shell = new TestShell(Path.of(""));

    @BeforeEach
    void open() {
        shell = new TestShell(home).asking(server).wide(400);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void team_add_creates_a_team_below_all() {
        var robotics = new TeamView(Lab.VISION, Optional.of(Lab.ALL), "vision", 0, Role.ADMIN);
        server.answering(ApiCall.to(TeamRoutes.FOUND).with(PathParameter.TEAM, "all"), robotics);
        assertThat(shell.run("team", "add", "vision")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        "Created team vision below all. Add a member: slipway team role vision USER member\n");
        assertThat(server.requests())
                .containsExactly("POST /api/v1/teams/all/teams {\"team\":\"vision\"}");
        assertThat(shell.run("team", "add", "Not A Name")).isEqualTo(2);
        assertThat(shell.err()).startsWith("'Not A Name' cannot be the name of a team.");
    }

    @Test
    void team_change_needs_a_change() {
        server.answering(
                ApiCall.to(TeamRoutes.CHANGE).with(PathParameter.TEAM, "vision"), Lab.TEAMS.get(1));
        assertThat(shell.run("team", "change", "vision")).isEqualTo(2);
        assertThat(shell.run("team", "change", "vision", "--title", "Sprache")).isZero();
        assertThat(shell.out())
                .isEqualTo("Changed team language. Title: Sprache und 言語, parent: all.\n");
    }

    @Test
    void removing_a_team_warns_of_the_roles_and_tokens_that_are_lost() {
        server.answering(
                        ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, "vision"),
                        Lab.TEAMS.get(2))
                .answering(
                        ApiCall.to(TeamRoutes.REMOVE).with(PathParameter.TEAM, "vision"),
                        new NoBody());
        assertThat(shell.typing("n\n").run("team", "remove", "vision")).isEqualTo(2);
        assertThat(shell.err())
                .startsWith(
                        "Removing vision deletes the roles of 4 people and accounts"
                                + " and every token that is restricted to it."
                                + " Continue? [y/N] ");
        assertThat(shell.typing("y\n").run("team", "remove", "vision")).isZero();
        assertThat(shell.out()).isEqualTo("Removed team vision.\n");
        assertThat(shell.run("team", "remove", "vision", "--curl")).isZero();
        assertThat(shell.out()).contains("-X DELETE", "/api/v1/teams/vision");
    }

    @Test
    void a_role_is_granted_and_removed() {
        server.answering(
                        member(ApiCall.to(TeamRoutes.SET_ROLE)),
                        new MemberView(
                                Lab.MIRA, Optional.of(Role.LEAD), Optional.empty(), Role.ADMIN))
                .answering(member(ApiCall.to(TeamRoutes.TAKE_ROLE)), new NoBody());
        assertThat(shell.run("team", "role", "vision", "mira", "lead")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        "mira is lead in vision; the effective role is admin, granted elsewhere.\n");
        assertThat(shell.run("team", "role", "vision", "mira", "leed")).isEqualTo(2);
        assertThat(shell.err())
                .startsWith("There is no role 'leed'.\n")
                .contains("Valid: viewer, member, lead and admin. Did you mean lead?");
        assertThat(shell.run("team", "role", "vision", "mira", "none", "--yes")).isZero();
        assertThat(server.requests())
                .containsExactly(
                        "PUT /api/v1/teams/vision/members/mira {\"role\":\"lead\"}",
                        "DELETE /api/v1/teams/vision/members/mira");
    }

    @Test
    void user_add_grants_a_role_in_the_same_command() {
        server.answering(ApiCall.to(UserRoutes.ADD), Lab.USERS.get(3))
                .answering(
                        member(ApiCall.to(TeamRoutes.SET_ROLE)),
                        new MemberView(
                                Lab.MIRA, Optional.of(Role.LEAD), Optional.empty(), Role.LEAD))
                .answering(
                        ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, "mira"),
                        Lab.USERS.get(1));
        assertThat(shell.run("user", "add", "mira", "--team", "vision", "--role", "lead")).isZero();
        assertThat(shell.out().lines())
                .containsExactly(
                        "Added user mira, member in language and lead in vision.",
                        "Create a token: slipway token new --user mira");
        assertThat(server.requests().getFirst())
                .isEqualTo("POST /api/v1/users {\"user\":\"mira\",\"shown\":\"mira\"}");
        assertThat(shell.run("user", "add", "mira", "--role", "lead")).isEqualTo(2);
        assertThat(shell.err()).startsWith("A role applies to a team.");
    }

    @Test
    void a_user_is_disabled_and_enabled() {
        server.answering(
                ApiCall.to(UserRoutes.CHANGE).with(PathParameter.USER, "omar"), Lab.USERS.get(3));
        assertThat(shell.typing("no\n").run("user", "disable", "omar")).isEqualTo(2);
        assertThat(shell.err())
                .startsWith("Every token and session of omar stops working immediately.");
        assertThat(shell.run("user", "disable", "omar", "--yes")).isZero();
        assertThat(shell.run("user", "enable", "omar")).isZero();
        assertThat(server.requests())
                .containsExactly(
                        "PATCH /api/v1/users/omar {\"enabled\":false}",
                        "PATCH /api/v1/users/omar {\"enabled\":true}");
    }

    @Test
    void token_new_prints_only_the_token_to_standard_output() {
        server.answering(
                ApiCall.to(CurrentUserRoutes.TOKEN_MAKE),
                new CreatedToken(Optional.of(TEXT), "Yc7RmX2v"));
        assertThat(
                        shell.run(
                                "token",
                                "new",
                                "--only",
                                "events:read,notes:write",
                                "--within",
                                "vision",
                                "--days",
                                "30"))
                .isZero();
        assertThat(shell.out()).isEqualTo(TEXT + "\n");
        assertThat(shell.err())
                .startsWith(
                        "Created token Yc7RmX2v (“command line”, in vision, only events:read and notes:write)"
                                + " until 17 Oct. Its text, shown only once:\n");
        assertThat(server.requests())
                .containsExactly(
                        "POST /api/v1/me/tokens {\"label\":\"command line\",\"days\":30,\"within\":\"vision\","
                                + "\"only\":[\"events:read\",\"notes:write\"]}");
        assertThat(shell.run("token", "new", "--only", "event:read")).isEqualTo(2);
        assertThat(shell.err()).containsIgnoringWhitespaces("Did you mean events:read?");
    }

    @Test
    void a_token_without_its_text_in_the_answer_is_reported() {
        server.answering(
                ApiCall.to(CurrentUserRoutes.TOKEN_MAKE),
                new CreatedToken(Optional.empty(), "Yc7RmX2v"));
        assertThat(shell.run("token", "new")).isEqualTo(6);
        assertThat(shell.err()).contains("its text was lost", "slipway token revoke Yc7RmX2v");
    }

    @Test
    void a_renewed_token_has_the_same_limits_and_lifetime() {
        server.answering(
                        ApiCall.to(CurrentUserRoutes.TOKEN_LIST),
                        new ListPage<>(Lab.TOKENS, Optional.empty()))
                .answering(
                        ApiCall.to(CurrentUserRoutes.TOKEN_MAKE),
                        new CreatedToken(Optional.of(TEXT), "Yc7RmX2v"));
        assertThat(shell.run("token", "renew", "4tQm1vNc")).isZero();
        assertThat(shell.out()).isEqualTo(TEXT + "\n");
        assertThat(shell.err()).contains("to replace 4tQm1vNc", "slipway token revoke 4tQm1vNc");
        assertThat(server.requests().getLast())
                .isEqualTo("POST /api/v1/me/tokens {\"label\":\"laptop\",\"days\":90}");
        assertThat(shell.run("token", "renew", "9xKd02Lq")).isEqualTo(3);
    }

    @Test
    void a_token_is_revoked_by_a_prefix_of_its_text() {
        server.answering(
                ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE).with(PathParameter.TOKEN, "Yc7RmX2v"),
                new NoBody());
        assertThat(shell.run("token", "revoke", "slw_usr_Yc7RmX2v…", "--yes")).isZero();
        assertThat(shell.out()).isEqualTo("Revoked token Yc7RmX2v.\n");
    }

    @Test
    void a_secret_comes_from_the_input_or_a_file_and_is_never_printed() throws IOException {
        server.answering(secret(ApiCall.to(TeamRoutes.SECRET_SET)), Lab.SECRETS.getFirst());
        var piped = new TestShell(home).asking(server).typing("hush\nhush hush\n");
        assertThat(piped.run("secret", "set", "hub-token", "--team", "vision")).isZero();
        assertThat(piped.out() + piped.err())
                .isEqualTo(
                        "Set secret hub-token of vision. Jobs that start from now on receive it as a file.\n");
        Files.writeString(home.resolve("value"), "of a file\n");
        assertThat(piped.run("secret", "set", "hub-token", "--team", "vision", "--file", "value"))
                .isZero();
        assertThat(server.requests())
                .containsExactly(
                        "PUT /api/v1/teams/vision/secrets/hub-token {\"value\":\"hush\\nhush hush\"}",
                        "PUT /api/v1/teams/vision/secrets/hub-token {\"value\":\"of a file\\n\"}");
        assertThat(piped.typing("").run("secret", "set", "hub-token", "--team", "vision"))
                .isEqualTo(2);
        assertThat(
                        piped.typing("hush")
                                .run("secret", "set", "hub-token", "--team", "vision", "--curl"))
                .isZero();
        assertThat(piped.out()).contains("VALUE").doesNotContain("hush");
        Files.write(home.resolve("value"), new byte[] {(byte) 0xff});
        assertThat(piped.run("secret", "set", "hub-token", "--team", "vision", "--file", "value"))
                .isEqualTo(2);
        assertThat(piped.run("secret", "set", "hub-token", "--team", "vision", "--file", "none"))
                .isEqualTo(2);
        assertThat(shell.typing("typed\n").run("secret", "set", "hub-token", "--team", "vision"))
                .isZero();
        assertThat(server.requests().getLast()).endsWith("{\"value\":\"typed\"}");
    }

    @Test
    void secret_remove_needs_confirmation() {
        server.answering(secret(ApiCall.to(TeamRoutes.SECRET_REMOVE)), new NoBody());
        assertThat(shell.typing("\n").run("secret", "remove", "hub-token", "--team", "vision"))
                .isEqualTo(2);
        assertThat(shell.err()).startsWith("The value of secret hub-token of vision is deleted.");
        assertThat(shell.run("secret", "remove", "hub-token", "--team", "vision", "--yes"))
                .isZero();
        assertThat(shell.out()).isEqualTo("Removed secret hub-token of vision.\n");
    }

    @Test
    void a_service_account_is_created_and_closed() {
        UserView account = Lab.USERS.get(2);
        server.answering(
                        ApiCall.to(TeamRoutes.ACCOUNT_MAKE).with(PathParameter.TEAM, "vision"),
                        account)
                .answering(
                        ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                                .with(PathParameter.TEAM, "vision")
                                .with(PathParameter.ACCOUNT, "ci-vision"),
                        new NoBody());
        assertThat(shell.run("account", "add", "ci-vision", "--team", "vision")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        "Created service account ci-vision, member in vision."
                                + " Create a token for it: slipway token new --account ci-vision --team vision\n");
        assertThat(shell.run("account", "close", "ci-vision", "--team", "vision", "--yes"))
                .isZero();
        assertThat(server.requests())
                .isEqualTo(
                        List.of(
                                "POST /api/v1/teams/vision/accounts"
                                        + " {\"account\":\"ci-vision\",\"shown\":\"ci-vision\",\"role\":\"member\"}",
                                "DELETE /api/v1/teams/vision/accounts/ci-vision"));
    }

    private static <Q, A> ApiCall<Q, A> member(ApiCall<Q, A> apiCall) {
        return apiCall.with(PathParameter.TEAM, "vision").with(PathParameter.USER, "mira");
    }

    private static <Q, A> ApiCall<Q, A> secret(ApiCall<Q, A> apiCall) {
        return apiCall.with(PathParameter.TEAM, "vision").with(PathParameter.SECRET, "hub-token");
    }
}
