package slipway.surface.people.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.Patch;

/** Teams, their members, service accounts and secrets. */
public final class TeamRoutes {

    private static final String TEAMS = "/api/v1/teams";
    private static final String TEAM = TEAMS + "/{team}";
    private static final String MEMBER = TEAM + "/members/{user}";
    private static final String ACCOUNTS = TEAM + "/accounts";
    private static final String ACCOUNT = ACCOUNTS + "/{account}";
    private static final String SECRET = TEAM + "/secrets/{secret}";

    /** A request to create a team. */
    public record NewTeam(
            @ApiField(
                            value =
                                    "The name: 1 to 63 lower-case letters, digits and inner hyphens.",
                            example = "robotics")
                    TeamId team,
            @ApiField("The display name. Default: the name.") Optional<String> title) {}

    /** A change of a team; an omitted member keeps its value, and null sets the display name to the name. */
    public record TeamChange(
            @ApiField(value = "The display name.", example = "Arms and grippers")
                    Patch<String> title,
            @ApiField("The new parent team.") Optional<TeamId> parent) {}

    /** A member of a team with its roles. */
    public record MemberView(
            @ApiField(value = "The user.", example = "mira") UserId user,
            @ApiField(value = "The role granted in this team, if any.", example = "lead")
                    Optional<Role> given,
            @ApiField(value = "The role from single sign-on, if any.") Optional<Role> signedOn,
            @ApiField(
                            value = "The effective role, from this team or a team above.",
                            example = "lead")
                    Role role) {}

    /** A request to grant a role. */
    public record RoleChange(@ApiField(value = "The role.", example = "member") Role role) {}

    /** A request to create a service account. */
    public record NewAccount(
            @ApiField(value = "The name.", example = "ci-vision") UserId account,
            @ApiField(value = "The purpose.", example = "Deploys from CI") String shown,
            @ApiField(value = "The role in the team.", example = "member") Role role) {}

    /** A secret without its value. */
    public record SecretView(
            @ApiField(value = "The name.", example = "hub-token") String secret,
            @ApiField(value = "The time at which it was set.") Instant setAt,
            @ApiField(value = "The user who set it.", example = "mira") String setBy) {}

    /** The value of a secret. */
    public record SecretValue(
            @ApiField(
                            value = "The value, written to a file for jobs; it is never returned.",
                            longest = 65_536,
                            lines = true,
                            example = "hf_…")
                    String value) {}

    public static final Route<NoBody, ListPage<TeamView>> LIST =
            Route.of(HttpMethod.GET, TEAMS)
                    .forSignedIn("list-teams", "Lists the teams that you may see.")
                    .listing(TeamView.class);
    public static final Route<NoBody, TeamView> SHOW =
            Route.of(HttpMethod.GET, TEAM)
                    .inTeam(Permission.TEAM_READ, "show-team", "Shows a team.")
                    .answering(TeamView.class);
    public static final Route<NewTeam, TeamView> FOUND =
            Route.of(HttpMethod.POST, TEAM + "/teams")
                    .inTeam(Permission.TEAM_WRITE, "found-team", "Creates a team below this one.")
                    .asking(NewTeam.class)
                    .answering(TeamView.class);
    public static final Route<TeamChange, TeamView> CHANGE =
            Route.of(HttpMethod.PATCH, TEAM)
                    .inTeam(Permission.TEAM_WRITE, "change-team", "Changes a team.")
                    .asking(TeamChange.class)
                    .answering(TeamView.class);
    public static final Route<NoBody, NoBody> REMOVE =
            Route.of(HttpMethod.DELETE, TEAM)
                    .inTeam(
                            Permission.TEAM_WRITE,
                            "remove-team",
                            "Removes a team that has no teams below it and owns nothing.");

    public static final Route<NoBody, ListPage<MemberView>> MEMBERS =
            Route.of(HttpMethod.GET, TEAM + "/members")
                    .inTeam(Permission.TEAM_READ, "list-members", "Lists the members of a team.")
                    .listing(MemberView.class);
    public static final Route<RoleChange, MemberView> SET_ROLE =
            Route.of(HttpMethod.PUT, MEMBER)
                    .inTeam(
                            Permission.TEAM_WRITE,
                            "set-role",
                            "Grants a user a role in a team, at most your own.")
                    .asking(RoleChange.class)
                    .answering(MemberView.class);
    public static final Route<NoBody, NoBody> TAKE_ROLE =
            Route.of(HttpMethod.DELETE, MEMBER)
                    .inTeam(Permission.TEAM_WRITE, "take-role", "Revokes a user's role in a team.");

    public static final Route<NoBody, ListPage<UserView>> ACCOUNT_LIST =
            Route.of(HttpMethod.GET, ACCOUNTS)
                    .inTeam(
                            Permission.TEAM_READ,
                            "list-accounts",
                            "Lists the service accounts of a team.")
                    .listing(UserView.class);
    public static final Route<NewAccount, UserView> ACCOUNT_MAKE =
            Route.of(HttpMethod.POST, ACCOUNTS)
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "make-account",
                            "Creates a service account of a team.")
                    .asking(NewAccount.class)
                    .answering(UserView.class);
    public static final Route<NoBody, NoBody> ACCOUNT_CLOSE =
            Route.of(HttpMethod.DELETE, ACCOUNT)
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "close-account",
                            "Closes a service account; its tokens stop working.");
    public static final Route<NoBody, ListPage<TokenView>> ACCOUNT_TOKENS =
            Route.of(HttpMethod.GET, ACCOUNT + "/tokens")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "list-account-tokens",
                            "Lists the tokens of a service account.")
                    .listing(TokenView.class);
    public static final Route<NewToken, CreatedToken> ACCOUNT_TOKEN_MAKE =
            Route.of(HttpMethod.POST, ACCOUNT + "/tokens")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "make-account-token",
                            "Creates a token of a service account; its text is returned only once.")
                    .asking(NewToken.class)
                    .answering(CreatedToken.class);
    public static final Route<NoBody, NoBody> ACCOUNT_TOKEN_REVOKE =
            Route.of(HttpMethod.DELETE, ACCOUNT + "/tokens/{token}")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "revoke-account-token",
                            "Revokes a token of a service account.");

    public static final Route<NoBody, ListPage<SecretView>> SECRETS =
            Route.of(HttpMethod.GET, TEAM + "/secrets")
                    .inTeam(
                            Permission.SECRETS_READ,
                            "list-secrets",
                            "Lists the names of a team's secrets.")
                    .listing(SecretView.class);
    public static final Route<SecretValue, SecretView> SECRET_SET =
            Route.of(HttpMethod.PUT, SECRET)
                    .inTeam(Permission.SECRETS_WRITE, "set-secret", "Sets or replaces a secret.")
                    .asking(SecretValue.class)
                    .answering(SecretView.class);
    public static final Route<NoBody, NoBody> SECRET_REMOVE =
            Route.of(HttpMethod.DELETE, SECRET)
                    .inTeam(Permission.SECRETS_WRITE, "remove-secret", "Removes a secret.");

    public static final List<Route<?, ?>> ALL =
            List.of(
                    LIST,
                    SHOW,
                    FOUND,
                    CHANGE,
                    REMOVE,
                    MEMBERS,
                    SET_ROLE,
                    TAKE_ROLE,
                    ACCOUNT_LIST,
                    ACCOUNT_MAKE,
                    ACCOUNT_CLOSE,
                    ACCOUNT_TOKENS,
                    ACCOUNT_TOKEN_MAKE,
                    ACCOUNT_TOKEN_REVOKE,
                    SECRETS,
                    SECRET_SET,
                    SECRET_REMOVE);

    private TeamRoutes() {}
}
