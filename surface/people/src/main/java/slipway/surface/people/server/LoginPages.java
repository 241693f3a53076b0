package slipway.surface.people.server;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.identity.AccessControl;
import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.TextResponse;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.WebPages;

/** The public pages: sign-in and server status. */
public final class LoginPages {

    static final Route<NoBody, NoBody> LOGIN =
            Route.of(HttpMethod.GET, "/login")
                    .forPublic("show-login", "Shows the sign-in page.")
                    .filteredBy(CurrentUserRoutes.RETURN_TO)
                    .answeringText();
    static final Route<NoBody, NoBody> STATUS =
            Route.of(HttpMethod.GET, "/status")
                    .forPublic("show-status", "Shows a page with the server's status.")
                    .answeringText();

    private final WebPages webPages;
    private final Journal journal;
    private final Optional<String> issuer;
    private final String host;

    public LoginPages(WebPages webPages, Journal journal, Optional<String> issuer, String host) {
        this.webPages = webPages;
        this.journal = journal;
        this.issuer = issuer;
        this.host = host;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Text<>(LOGIN, this::login),
                new RouteHandler.Text<>(STATUS, _ -> status()));
    }

    private TextResponse login(AuthorizedRequest<NoBody> request) {
        String to = ownPath(request.query().find(CurrentUserRoutes.RETURN_TO).orElse("/"));
        var view =
                new LoginPage(
                        host,
                        Format.duration(AccessControl.SESSION),
                        issuer.map(url -> String.valueOf(URI.create(url).getHost())),
                        to,
                        "/login/sso?return_to=" + URLEncoder.encode(to, StandardCharsets.UTF_8));
        return webPages.renderWithoutShell(200, PageContent.of("login/page", view));
    }

    /** Only a path of this server: no other host, and nothing that a browser would read as one. */
    static String ownPath(String path) {
        boolean own = path.matches("/(?![/\\\\])[\\x21-\\x7e]*") && !path.contains("\\");
        return own ? path : "/";
    }

    private TextResponse status() {
        StatusView view = StatusView.of(journal.health());
        return webPages.renderWithoutShell(
                view.well() ? 200 : 503, PageContent.of("login/status", view));
    }

    /** Whether the server can write. */
    public record StatusView(boolean well, String answer, String why, String next) {

        static StatusView of(JournalHealth health) {
            return switch (health) {
                case JournalHealth.Writing() ->
                        new StatusView(
                                true,
                                "Slipway is ready.",
                                "It answers requests and stores changes durably.",
                                "");
                case JournalHealth.Failing(var problem, _) -> failing(problem);
                case JournalHealth.Stopped(var problem, _) -> failing(problem);
            };
        }

        private static StatusView failing(slipway.base.Problem problem) {
            return new StatusView(
                    false,
                    "Slipway cannot write.",
                    problem.what() + " " + problem.why(),
                    problem.next());
        }
    }
}
