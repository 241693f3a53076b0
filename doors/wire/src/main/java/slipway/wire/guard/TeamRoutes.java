package slipway.wire.guard;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** Teams, the people in them, and what belongs to them. */
public final class TeamRoutes {

    private static final String TEAMS = "/api/v1/teams";
    private static final String TEAM = TEAMS + "/{team}";
    private static final String MEMBER = TEAM + "/members/{user}";
    private static final String ACCOUNTS = TEAM + "/accounts";
    private static final String ACCOUNT = ACCOUNTS + "/{account}";
    private static final String SECRET = TEAM + "/secrets/{secret}";

    /** What founds a team. */
    public record NewTeam(
            @Means(
                            value =
                                    "Its name: 1 to 63 lower-case letters, digits and inner hyphens.",
                            example = "robotics")
                    TeamId team,
            @Means("What people call it; left out, its name.") Optional<String> title) {}

    /** What changes in a team; what is left out stays. */
    public record TeamChange(
            @Means(value = "What people call it.", example = "Arms and grippers")
                    Optional<String> title,
            @Means("The team to stand below from now on.") Optional<TeamId> parent) {}

    /** Somebody's role in a team. */
    public record MemberView(
            @Means(value = "Who.", example = "mira") UserId user,
            @Means(value = "The role given in this very team, if one is.", example = "lead")
                    Optional<Role> given,
            @Means(value = "The role from single sign-on, if one is.") Optional<Role> signedOn,
            @Means(value = "The role that counts, from here or from above.", example = "lead")
                    Role role) {}

    /** The role to give. */
    public record RoleChange(@Means(value = "The role.", example = "member") Role role) {}

    /** What makes a service account. */
    public record NewAccount(
            @Means(value = "Its name.", example = "ci-vision") UserId account,
            @Means(value = "What it is for.", example = "Deploys from CI") String shown,
            @Means(value = "Its role in the team.", example = "member") Role role) {}

    /** What may be seen of a secret: everything but its value. */
    public record SecretView(
            @Means(value = "Its name.", example = "hub-token") String secret,
            @Means(value = "When it was set.") Instant setAt,
            @Means(value = "Who set it.", example = "mira") String setBy) {}

    /** The value of a secret. */
    public record SecretValue(
            @Means(
                            value = "What jobs find in the file; it is never given back.",
                            longest = 65_536,
                            lines = true,
                            example = "hf_…")
                    String value) {}

    public static final Route<Nothing, Page<TeamView>> LIST =
            Route.of(Verb.GET, TEAMS)
                    .forVisitors("list-teams", "Lists the teams that you see.")
                    .listing(TeamView.class);
    public static final Route<Nothing, TeamView> SHOW =
            Route.of(Verb.GET, TEAM)
                    .inTeam(Permission.TEAM_READ, "show-team", "Shows a team.")
                    .answering(TeamView.class);
    public static final Route<NewTeam, TeamView> FOUND =
            Route.of(Verb.POST, TEAM + "/teams")
                    .inTeam(Permission.TEAM_WRITE, "found-team", "Founds a team below this one.")
                    .asking(NewTeam.class)
                    .answering(TeamView.class);
    public static final Route<TeamChange, TeamView> CHANGE =
            Route.of(Verb.PATCH, TEAM)
                    .inTeam(Permission.TEAM_WRITE, "change-team", "Changes a team.")
                    .asking(TeamChange.class)
                    .answering(TeamView.class);
    public static final Route<Nothing, Nothing> REMOVE =
            Route.of(Verb.DELETE, TEAM)
                    .inTeam(
                            Permission.TEAM_WRITE,
                            "remove-team",
                            "Removes a team that has nothing below it and owns nothing.");

    public static final Route<Nothing, Page<MemberView>> MEMBERS =
            Route.of(Verb.GET, TEAM + "/members")
                    .inTeam(
                            Permission.TEAM_READ,
                            "list-members",
                            "Lists who has a role in a team, here or from above.")
                    .listing(MemberView.class);
    public static final Route<RoleChange, MemberView> SET_ROLE =
            Route.of(Verb.PUT, MEMBER)
                    .inTeam(
                            Permission.TEAM_WRITE,
                            "set-role",
                            "Gives somebody a role in a team, at most your own.")
                    .asking(RoleChange.class)
                    .answering(MemberView.class);
    public static final Route<Nothing, Nothing> TAKE_ROLE =
            Route.of(Verb.DELETE, MEMBER)
                    .inTeam(
                            Permission.TEAM_WRITE,
                            "take-role",
                            "Takes somebody's role in a team away.");

    public static final Route<Nothing, Page<UserView>> ACCOUNT_LIST =
            Route.of(Verb.GET, ACCOUNTS)
                    .inTeam(
                            Permission.TEAM_READ,
                            "list-accounts",
                            "Lists the service accounts of a team.")
                    .listing(UserView.class);
    public static final Route<NewAccount, UserView> ACCOUNT_MAKE =
            Route.of(Verb.POST, ACCOUNTS)
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "make-account",
                            "Makes a service account of a team.")
                    .asking(NewAccount.class)
                    .answering(UserView.class);
    public static final Route<Nothing, Nothing> ACCOUNT_CLOSE =
            Route.of(Verb.DELETE, ACCOUNT)
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "close-account",
                            "Closes a service account: its tokens work no more.");
    public static final Route<Nothing, Page<TokenView>> ACCOUNT_TOKENS =
            Route.of(Verb.GET, ACCOUNT + "/tokens")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "list-account-tokens",
                            "Lists the tokens of a service account.")
                    .listing(TokenView.class);
    public static final Route<NewToken, MadeToken> ACCOUNT_TOKEN_MAKE =
            Route.of(Verb.POST, ACCOUNT + "/tokens")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "make-account-token",
                            "Makes a token of a service account; its text is shown this once.")
                    .asking(NewToken.class)
                    .answering(MadeToken.class);
    public static final Route<Nothing, Nothing> ACCOUNT_TOKEN_REVOKE =
            Route.of(Verb.DELETE, ACCOUNT + "/tokens/{token}")
                    .inTeam(
                            Permission.ACCOUNTS_WRITE,
                            "revoke-account-token",
                            "Revokes a token of a service account.");

    public static final Route<Nothing, Page<SecretView>> SECRETS =
            Route.of(Verb.GET, TEAM + "/secrets")
                    .inTeam(
                            Permission.SECRETS_READ,
                            "list-secrets",
                            "Lists the names of a team's secrets.")
                    .listing(SecretView.class);
    public static final Route<SecretValue, SecretView> SECRET_SET =
            Route.of(Verb.PUT, SECRET)
                    .inTeam(Permission.SECRETS_WRITE, "set-secret", "Sets or replaces a secret.")
                    .asking(SecretValue.class)
                    .answering(SecretView.class);
    public static final Route<Nothing, Nothing> SECRET_REMOVE =
            Route.of(Verb.DELETE, SECRET)
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
