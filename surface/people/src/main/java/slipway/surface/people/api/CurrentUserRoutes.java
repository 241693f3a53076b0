package slipway.surface.people.api;

import java.util.List;
import java.util.Optional;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.people.MeRoute;
import slipway.surface.api.people.MeRoute.Me;

/** Sign-in and sign-out, and the user's own tokens. */
public final class CurrentUserRoutes {

    private static final String TOKENS = "/api/v1/me/tokens";

    /** A token to sign in with. */
    public record Entry(
            @ApiField(
                            value = "A token of yours.",
                            example = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c")
                    String token) {}

    /** The available sign-in methods. */
    public record Ways(
            @ApiField(
                            value = "The host of the single sign-on provider, if configured.",
                            example = "login.example.org")
                    Optional<String> singleSignOn) {}

    private static final ValueType<String> WORD =
            ValueType.of(
                    "a text of at most 4,000 characters", "^.{1,4000}$", CurrentUserRoutes::word);

    public static final SpecKey<String> RETURN_TO =
            SpecKey.of("return_to", WORD, "The page of this server to return to.")
                    .example("/queue");

    /** The parameters that an identity provider may send back. */
    public static final List<SpecKey<String>> ANSWERED =
            List.of(
                    SpecKey.of("code", WORD, "The authorization code."),
                    SpecKey.of("state", WORD, "The state that was sent with the request."),
                    SpecKey.of("iss", WORD, "The issuer."),
                    SpecKey.of("error", WORD, "The provider's error code."),
                    SpecKey.of(
                            "error_description", WORD, "The provider's description of the error."));

    public static final Route<Entry, Me> SIGN_IN =
            Route.of(HttpMethod.POST, "/api/v1/sessions")
                    .forPublic("sign-in", "Opens a browser session with a token.")
                    .asking(Entry.class)
                    .answering(Me.class);
    public static final Route<NoBody, NoBody> SIGN_OUT =
            Route.of(HttpMethod.DELETE, "/api/v1/sessions/current")
                    .forSignedIn("sign-out", "Closes the current browser session.");
    public static final Route<NoBody, Ways> WAYS =
            Route.of(HttpMethod.GET, "/api/v1/sign-in")
                    .forPublic("show-sign-in", "Shows the available sign-in methods.")
                    .answering(Ways.class);
    public static final Route<NoBody, NoBody> SIGN_ON =
            Route.of(HttpMethod.GET, "/login/sso")
                    .forPublic("begin-sign-on", "Redirects the browser to single sign-on.")
                    .filteredBy(RETURN_TO)
                    .answeringText();
    public static final Route<NoBody, NoBody> SIGNED_ON =
            Route.of(HttpMethod.GET, "/login/sso/back")
                    .forPublic("finish-sign-on", "Completes single sign-on in the browser.")
                    .filteredBy(ANSWERED.toArray(SpecKey<?>[]::new))
                    .answeringText();
    public static final Route<NoBody, ListPage<TokenView>> TOKEN_LIST =
            Route.of(HttpMethod.GET, TOKENS)
                    .forSignedIn("list-my-tokens", "Lists your tokens and sessions.")
                    .listing(TokenView.class);
    public static final Route<NewToken, CreatedToken> TOKEN_MAKE =
            Route.of(HttpMethod.POST, TOKENS)
                    .forSignedIn(
                            "make-my-token",
                            "Creates a token with at most your current permissions; its text is returned only once.")
                    .asking(NewToken.class)
                    .answering(CreatedToken.class);
    public static final Route<NoBody, NoBody> TOKEN_REVOKE =
            Route.of(HttpMethod.DELETE, TOKENS + "/{token}")
                    .forSignedIn("revoke-my-token", "Revokes one of your tokens within a second.");

    public static final List<Route<?, ?>> ALL =
            List.of(
                    MeRoute.ME,
                    SIGN_IN,
                    SIGN_OUT,
                    WAYS,
                    SIGN_ON,
                    SIGNED_ON,
                    TOKEN_LIST,
                    TOKEN_MAKE,
                    TOKEN_REVOKE);

    private CurrentUserRoutes() {}

    private static ParseResult<String> word(String text) {
        return !text.isEmpty() && text.length() <= 4_000
                ? ParseResult.parsed(text)
                : ParseResult.rejected("not a text of at most 4,000 characters.");
    }
}
