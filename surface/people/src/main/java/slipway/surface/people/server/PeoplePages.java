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

/** The pages of people and teams, tokens, and secrets. */
public final class PeoplePages {

    static final String PATH = "/admin/people";
    private static final int PAGE_SIZE = 50;
    private static final int PREVIEW_SIZE = 8;

    static final SpecKey<String> FIND =
            SpecKey.of("find", PageQuery.TYPED, "A name, a team or a role.").withDefault("");
    static final SpecKey<String> AFTER =
            SpecKey.of("after", PageQuery.TYPED, "The position of the first row.").withDefault("");

    static final Route<NoBody, NoBody> PEOPLE =
            PageRoute.at(PATH)
                    .forSignedIn("show-people", "Shows people and teams.")
                    .filteredBy(FIND, AFTER);
    static final Route<NoBody, NoBody> TOKENS =
            PageRoute.at(PATH + "/tokens")
                    .forSignedIn("show-tokens", "Shows the tokens that you may see.")
                    .filteredBy(AFTER);
    static final Route<NoBody, NoBody> SECRETS =
            PageRoute.at(PATH + "/secrets")
                    .forSignedIn("show-secrets", "Shows the secrets of your teams without values.")
                    .filteredBy(AFTER);

    private final InstantSource clock;
    private final TokenUseTimes useTimes;
    private final Optional<PeoplePage.SignOn> signOn;

    public PeoplePages(InstantSource clock, TokenUseTimes useTimes, Optional<SignOnSetup> signOn) {
        this.clock = clock;
        this.useTimes = useTimes;
        this.signOn = signOn.map(PeoplePages::signOn);
    }

    private static PeoplePage.SignOn signOn(SignOnSetup signOn) {
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
                        request -> all(request)),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Tokens",
                                TOKENS,
                                "slipway token list",
                                request -> tokens(request))
                        .withoutTab(),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Secrets",
                                SECRETS,
                                "slipway secret list",
                                request -> secrets(request))
                        .withoutTab());
    }

    private PageContent all(AuthorizedRequest<NoBody> request) {
        var rows = rows(request);
        var tokens = new TokenItems(request.principal(), clock.instant(), useTimes);
        String find = request.query().get(FIND).strip().toLowerCase(Locale.ROOT);
        List<PeoplePage.PersonRow> found =
                rows.users()
                        .map(rows::row)
                        .filter(row -> find.isEmpty() || PeopleItems.matches(row, find))
                        .toList();
        int from = from(request, found.size());
        List<PeoplePage.PersonRow> shown = found.stream().skip(from).limit(PAGE_SIZE).toList();
        var part = new PeoplePage.Part(find, next(from, found.size()));
        return PageContent.of(
                "people/page",
                new PeoplePage(
                        Panel.ALL,
                        answer(rows, tokens),
                        rows.teams().map(rows::row).toList(),
                        shown,
                        tokens.all()
                                .filter(tokens::needsAttention)
                                .limit(PREVIEW_SIZE)
                                .map(tokens::row)
                                .toList(),
                        rows.secrets().limit(PREVIEW_SIZE).toList(),
                        signOn,
                        actions(rows, tokens),
                        part));
    }

    private PageContent tokens(AuthorizedRequest<NoBody> request) {
        var rows = rows(request);
        var tokens = new TokenItems(request.principal(), clock.instant(), useTimes);
        List<Token> all = tokens.all().toList();
        int from = from(request, all.size());
        List<PeoplePage.TokenRow> shown =
                all.stream().skip(from).limit(PAGE_SIZE).map(tokens::row).toList();
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
                        actions(rows, tokens),
                        new PeoplePage.Part("", next(from, all.size()))));
    }

    private PageContent secrets(AuthorizedRequest<NoBody> request) {
        var rows = rows(request);
        var tokens = new TokenItems(request.principal(), clock.instant(), useTimes);
        List<PeoplePage.SecretRow> all = rows.secrets().toList();
        int from = from(request, all.size());
        return PageContent.of(
                "people/secrets-page",
                new PeoplePage(
                        Panel.SECRETS,
                        answer(rows, tokens),
                        List.of(),
                        List.of(),
                        List.of(),
                        all.stream().skip(from).limit(PAGE_SIZE).toList(),
                        signOn,
                        actions(rows, tokens),
                        new PeoplePage.Part("", next(from, all.size()))));
    }

    /** These lists keep their order, so a page is addressed by the number of its first row. */
    private static int from(AuthorizedRequest<NoBody> request, int size) {
        String after = request.query().get(AFTER);
        return after.matches("[0-9]{1,6}") ? Math.min(Integer.parseInt(after), size) : 0;
    }

    private static Optional<String> next(int from, int size) {
        return from + PAGE_SIZE < size
                ? Optional.of(String.valueOf(from + PAGE_SIZE))
                : Optional.empty();
    }

    private PeopleItems rows(AuthorizedRequest<NoBody> request) {
        Principal principal = request.principal();
        return new PeopleItems(
                principal,
                ViewerPreferences.of(principal, request.details().cookies()),
                clock.instant(),
                useTimes);
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
                all.stream().filter(tokens::isUnused).count());
    }

    private static PeoplePage.Actions actions(PeopleItems rows, TokenItems tokens) {
        Principal principal = rows.viewer();
        return new PeoplePage.Actions(
                principal.may(Permission.PEOPLE_WRITE, TeamId.ALL),
                rows.teamsWith(Permission.TEAM_WRITE),
                rows.teamsWith(Permission.SECRETS_WRITE),
                tokens.possibleOwners(),
                tokens.defaultDays());
    }

    /** The commands that have a form on these pages. */
    public Map<String, String> forms() {
        return Map.of(
                "user add", PATH + "?do=add-person",
                "team add", PATH + "?do=new-team",
                "team role", PATH + "?do=set-role",
                "token new", PATH + "?do=new-token",
                "secret set", PATH + "?do=set-secret");
    }

    /** Finds the same objects by name. */
    public Finder finder() {
        return new PeopleFinder(clock, useTimes);
    }
}
