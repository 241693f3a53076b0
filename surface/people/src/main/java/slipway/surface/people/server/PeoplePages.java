package slipway.surface.people.server;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.identity.Principal;
import slipway.identity.Token;
import slipway.identity.User;
import slipway.signon.GroupMapping;
import slipway.spec.SpecKey;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.people.server.PeoplePage.Panel;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageQuery;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** People and teams, tokens, and secrets. */
public final class PeoplePages {

    static final String PATH = "/admin/people";
    private static final int AT_ONCE = 50;
    private static final int AT_A_GLANCE = 8;

    static final SpecKey<String> FIND =
            SpecKey.of("find", PageQuery.TYPED, "A name, a team or a role.").withDefault("");
    static final SpecKey<String> AFTER =
            SpecKey.of("after", PageQuery.TYPED, "Where the list goes on.").withDefault("");

    static final Route<NoBody, NoBody> PEOPLE =
            PageRoute.at(PATH)
                    .forSignedIn("show-people", "Who is here, in which team.")
                    .filteredBy(FIND, AFTER);
    static final Route<NoBody, NoBody> TOKENS =
            PageRoute.at(PATH + "/tokens")
                    .forSignedIn("show-tokens", "The tokens you may know of.")
                    .filteredBy(AFTER);
    static final Route<NoBody, NoBody> SECRETS =
            PageRoute.at(PATH + "/secrets")
                    .forSignedIn("show-secrets", "The secrets of your teams, never a value.")
                    .filteredBy(AFTER);

    private final InstantSource clock;
    private final TokenUseTimes tokenUseTimes;
    private final Optional<PeoplePage.SignOn> signOn;

    public PeoplePages(
            InstantSource clock, TokenUseTimes tokenUseTimes, Optional<SignOnSetup> signOn) {
        this.clock = clock;
        this.tokenUseTimes = tokenUseTimes;
        this.signOn = signOn.map(PeoplePages::shown);
    }

    private static PeoplePage.SignOn shown(SignOnSetup signOn) {
        return new PeoplePage.SignOn(
                String.valueOf(URI.create(signOn.issuer()).getHost()),
                signOn.groups().rules().stream().map(PeoplePages::group).toList());
    }

    private static PeoplePage.Group group(GroupMapping.Rule rule) {
        return new PeoplePage.Group(rule.group(), rule.role().wireName() + " of " + rule.team());
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN,
                        "People",
                        PEOPLE,
                        "slipway user list",
                        authorizedRequest -> all(authorizedRequest)),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Tokens",
                                TOKENS,
                                "slipway token list",
                                authorizedRequest -> tokens(authorizedRequest))
                        .withoutTab(),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Secrets",
                                SECRETS,
                                "slipway secret list",
                                authorizedRequest -> secrets(authorizedRequest))
                        .withoutTab());
    }

    private PageContent all(AuthorizedRequest<NoBody> authorizedRequest) {
        var rows = rows(authorizedRequest);
        var tokens = new TokenItems(authorizedRequest.principal(), clock.instant(), tokenUseTimes);
        String find = authorizedRequest.query().get(FIND).strip().toLowerCase(Locale.ROOT);
        List<PeoplePage.PersonRow> found =
                rows.users()
                        .map(rows::row)
                        .filter(row -> find.isEmpty() || PeopleItems.matches(row, find))
                        .toList();
        int from = from(authorizedRequest, found.size());
        List<PeoplePage.PersonRow> shown = found.stream().skip(from).limit(AT_ONCE).toList();
        var part = new PeoplePage.Part(find, next(from, found.size()));
        return PageContent.of(
                "people/page",
                new PeoplePage(
                        Panel.ALL,
                        answer(rows, tokens),
                        rows.teams().map(rows::row).toList(),
                        shown,
                        tokens.all()
                                .filter(tokens::isWorthALook)
                                .limit(AT_A_GLANCE)
                                .map(tokens::row)
                                .toList(),
                        rows.secrets().limit(AT_A_GLANCE).toList(),
                        signOn,
                        offers(rows, tokens),
                        part));
    }

    private PageContent tokens(AuthorizedRequest<NoBody> authorizedRequest) {
        var rows = rows(authorizedRequest);
        var tokens = new TokenItems(authorizedRequest.principal(), clock.instant(), tokenUseTimes);
        List<Token> all = tokens.all().toList();
        int from = from(authorizedRequest, all.size());
        List<PeoplePage.TokenRow> shown =
                all.stream().skip(from).limit(AT_ONCE).map(tokens::row).toList();
        return PageContent.of(
                "people/tokens-page",
                new PeoplePage(
                        Panel.TOKENS,
                        answer(rows, tokens),
                        List.of(),
                        List.of(),
                        shown,
                        List.of(),
                        signOn,
                        offers(rows, tokens),
                        new PeoplePage.Part("", next(from, all.size()))));
    }

    private PageContent secrets(AuthorizedRequest<NoBody> authorizedRequest) {
        var rows = rows(authorizedRequest);
        var tokens = new TokenItems(authorizedRequest.principal(), clock.instant(), tokenUseTimes);
        List<PeoplePage.SecretRow> all = rows.secrets().toList();
        int from = from(authorizedRequest, all.size());
        return PageContent.of(
                "people/secrets-page",
                new PeoplePage(
                        Panel.SECRETS,
                        answer(rows, tokens),
                        List.of(),
                        List.of(),
                        List.of(),
                        all.stream().skip(from).limit(AT_ONCE).toList(),
                        signOn,
                        offers(rows, tokens),
                        new PeoplePage.Part("", next(from, all.size()))));
    }

    /** Long lists of what does not change its order are numbered: a page begins where the last one ended. */
    private static int from(AuthorizedRequest<NoBody> authorizedRequest, int size) {
        String after = authorizedRequest.query().get(AFTER);
        return after.matches("[0-9]{1,6}") ? Math.min(Integer.parseInt(after), size) : 0;
    }

    private static Optional<String> next(int from, int size) {
        return from + AT_ONCE < size
                ? Optional.of(String.valueOf(from + AT_ONCE))
                : Optional.empty();
    }

    private PeopleItems rows(AuthorizedRequest<NoBody> authorizedRequest) {
        Principal principal = authorizedRequest.principal();
        return new PeopleItems(
                principal,
                ViewerPreferences.of(principal, authorizedRequest.details().cookies()),
                clock.instant(),
                tokenUseTimes);
    }

    private static PeoplePage.Answer answer(PeopleItems rows, TokenItems tokens) {
        List<User> users = rows.users().toList();
        List<Token> all = tokens.all().toList();
        long services = users.stream().filter(User::isService).count();
        return new PeoplePage.Answer(
                users.size() - services,
                services,
                rows.teams().count(),
                all.size(),
                all.stream().filter(tokens::endsSoon).count(),
                all.stream().filter(tokens::isForgotten).count());
    }

    private static PeoplePage.Offers offers(PeopleItems rows, TokenItems tokens) {
        Principal principal = rows.visitor();
        return new PeoplePage.Offers(
                principal.may(Permission.PEOPLE_WRITE, TeamId.ALL),
                rows.where(Permission.TEAM_WRITE, true),
                rows.where(Permission.TEAM_WRITE, true),
                rows.where(Permission.SECRETS_WRITE, true),
                tokens.makeFor(),
                tokens.longest());
    }

    /** Which commands have a form here. */
    public Map<String, String> forms() {
        return Map.of(
                "user add", PATH + "?do=add-person",
                "team add", PATH + "?do=new-team",
                "team role", PATH + "?do=set-role",
                "token new", PATH + "?do=new-token",
                "secret set", PATH + "?do=set-secret");
    }

    /** The same things by name. */
    public Finder finder() {
        return new PeopleFinder(clock, tokenUseTimes);
    }
}
