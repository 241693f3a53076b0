package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.UserId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.Patch;

/** All users, for administrators. */
public final class UserRoutes {

    private static final String USERS = "/api/v1/users";
    private static final String USER = USERS + "/{user}";

    /** A person to add. */
    public record NewUser(
            @ApiField(value = "The user name.", example = "mira") UserId user,
            @ApiField(value = "The display name.", example = "Mira Lindqvist") String shown,
            @ApiField(value = "The mail address.", example = "mira@example.org")
                    Optional<String> email) {}

    /** A change of a user; an omitted member keeps its value, and null removes the mail address. */
    public record UserChange(
            @ApiField(value = "The display name.", example = "Mira L.") Optional<String> shown,
            @ApiField("The mail address.") Patch<String> email,
            @ApiField(value = "Whether the user may sign in.", example = "false")
                    Optional<Boolean> enabled) {}

    public static final Route<NoBody, ListPage<UserView>> LIST =
            Route.of(HttpMethod.GET, USERS)
                    .everywhere(Permission.PEOPLE_READ, "list-users", "Lists all users.")
                    .listing(UserView.class);
    public static final Route<NewUser, UserView> ADD =
            Route.of(HttpMethod.POST, USERS)
                    .everywhere(Permission.PEOPLE_WRITE, "add-user", "Adds a person.")
                    .asking(NewUser.class)
                    .answering(UserView.class);
    public static final Route<NoBody, UserView> SHOW =
            Route.of(HttpMethod.GET, USER)
                    .everywhere(Permission.PEOPLE_READ, "show-user", "Shows a user.")
                    .answering(UserView.class);
    public static final Route<UserChange, UserView> CHANGE =
            Route.of(HttpMethod.PATCH, USER)
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "change-user",
                            "Changes, disables or enables a user.")
                    .asking(UserChange.class)
                    .answering(UserView.class);
    public static final Route<NoBody, ListPage<TokenView>> TOKENS =
            Route.of(HttpMethod.GET, USER + "/tokens")
                    .everywhere(
                            Permission.PEOPLE_READ, "list-user-tokens", "Lists a user's tokens.")
                    .listing(TokenView.class);
    public static final Route<NewToken, CreatedToken> TOKEN_MAKE =
            Route.of(HttpMethod.POST, USER + "/tokens")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "make-user-token",
                            "Creates a token for a user; its text is returned only once.")
                    .asking(NewToken.class)
                    .answering(CreatedToken.class);
    public static final Route<NoBody, NoBody> TOKEN_REVOKE =
            Route.of(HttpMethod.DELETE, USER + "/tokens/{token}")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "revoke-user-token",
                            "Revokes a user's token.");

    public static final List<Route<?, ?>> ALL =
            List.of(LIST, ADD, SHOW, CHANGE, TOKENS, TOKEN_MAKE, TOKEN_REVOKE);

    private UserRoutes() {}
}
