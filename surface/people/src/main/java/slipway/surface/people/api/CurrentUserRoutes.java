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

/** Signing in and out, and what is one's own. */
public final class CurrentUserRoutes {

    private static final String TOKENS = "/api/v1/me/tokens";

    /** A token to sign in with. */
    public record Entry(
            @ApiField(
                            value = "A token of yours.",
                            example = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c")
                    String token) {}

    /** The ways to sign in. */
    public record Ways(
            @ApiField(
                            value = "Who offers single sign-on, where it is set up.",
                            example = "login.example.org")
                    Optional<String> singleSignOn) {}

    private static final ValueType<String> WORD =
            ValueType.of(
                    "a text of at most 4,000 characters", "^.{1,4000}$", CurrentUserRoutes::word);

    public static final SpecKey<String> RETURN_TO =
            SpecKey.of("return_to", WORD, "The page of this server to come back to.")
                    .example("/queue");

    /** What an identity provider may send back. */
    public static final List<SpecKey<String>> ANSWERED =
            List.of(
                    SpecKey.of("code", WORD, "What the provider gives for the person."),
                    SpecKey.of("state", WORD, "What was sent there, again."),
                    SpecKey.of("iss", WORD, "Who the provider says it is."),
                    SpecKey.of("error", WORD, "Why the provider refuses."),
                    SpecKey.of("error_description", WORD, "The same in its own words."));

    public static final Route<Entry, Me> SIGN_IN =
            Route.of(HttpMethod.POST, "/api/v1/sessions")
                    .forPublic("sign-in", "Opens a browser session with a token.")
                    .asking(Entry.class)
                    .answering(Me.class);
    public static final Route<NoBody, NoBody> SIGN_OUT =
            Route.of(HttpMethod.DELETE, "/api/v1/sessions/current")
                    .forSignedIn("sign-out", "Closes the browser session it is sent with.");
    public static final Route<NoBody, Ways> WAYS =
            Route.of(HttpMethod.GET, "/api/v1/sign-in")
                    .forPublic("show-sign-in", "Says how one can sign in.")
                    .answering(Ways.class);
    public static final Route<NoBody, NoBody> SIGN_ON =
            Route.of(HttpMethod.GET, "/login/sso")
                    .forPublic("begin-sign-on", "Sends the browser to single sign-on.")
                    .filteredBy(RETURN_TO)
                    .answeringText();
    public static final Route<NoBody, NoBody> SIGNED_ON =
            Route.of(HttpMethod.GET, "/login/sso/back")
                    .forPublic("finish-sign-on", "Takes the browser back from single sign-on.")
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
                            "Makes a token that may at most what you may now; its text is shown this once.")
                    .asking(NewToken.class)
                    .answering(CreatedToken.class);
    public static final Route<NoBody, NoBody> TOKEN_REVOKE =
            Route.of(HttpMethod.DELETE, TOKENS + "/{token}")
                    .forSignedIn("revoke-my-token", "Revokes a token of yours, within a second.");

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
