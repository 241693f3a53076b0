package slipway.wire.guard;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.UserId;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** Everybody who has an account, for those who look after all of them. */
public final class UserRoutes {

    private static final String USERS = "/api/v1/users";
    private static final String USER = USERS + "/{user}";

    /** A person to add. */
    public record NewUser(
            @Means(value = "The name to go by.", example = "mira") UserId user,
            @Means(value = "The name that is shown.", example = "Mira Lindqvist") String shown,
            @Means(value = "Where mail goes.", example = "mira@example.org")
                    Optional<String> email) {}

    /** What changes; what is left out stays. */
    public record UserChange(
            @Means(value = "The name that is shown.", example = "Mira L.") Optional<String> shown,
            @Means("Where mail goes.") Optional<String> email,
            @Means(value = "Whether to let it in.", example = "false") Optional<Boolean> enabled) {}

    public static final Route<Nothing, Page<UserView>> LIST =
            Route.of(Verb.GET, USERS)
                    .everywhere(
                            Permission.PEOPLE_READ,
                            "list-users",
                            "Lists everybody who has an account.")
                    .listing(UserView.class);
    public static final Route<NewUser, UserView> ADD =
            Route.of(Verb.POST, USERS)
                    .everywhere(Permission.PEOPLE_WRITE, "add-user", "Adds a person.")
                    .asking(NewUser.class)
                    .answering(UserView.class);
    public static final Route<Nothing, UserView> SHOW =
            Route.of(Verb.GET, USER)
                    .everywhere(Permission.PEOPLE_READ, "show-user", "Shows somebody.")
                    .answering(UserView.class);
    public static final Route<UserChange, UserView> CHANGE =
            Route.of(Verb.PATCH, USER)
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "change-user",
                            "Changes somebody, or shuts them out.")
                    .asking(UserChange.class)
                    .answering(UserView.class);
    public static final Route<Nothing, Page<TokenView>> TOKENS =
            Route.of(Verb.GET, USER + "/tokens")
                    .everywhere(
                            Permission.PEOPLE_READ, "list-user-tokens", "Lists somebody's tokens.")
                    .listing(TokenView.class);
    public static final Route<NewToken, MadeToken> TOKEN_MAKE =
            Route.of(Verb.POST, USER + "/tokens")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "make-user-token",
                            "Makes a token for somebody; its text is shown this once.")
                    .asking(NewToken.class)
                    .answering(MadeToken.class);
    public static final Route<Nothing, Nothing> TOKEN_REVOKE =
            Route.of(Verb.DELETE, USER + "/tokens/{token}")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "revoke-user-token",
                            "Revokes somebody's token.");

    public static final List<Route<?, ?>> ALL =
            List.of(LIST, ADD, SHOW, CHANGE, TOKENS, TOKEN_MAKE, TOKEN_REVOKE);

    private UserRoutes() {}
}
