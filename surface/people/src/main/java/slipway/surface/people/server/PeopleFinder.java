package slipway.surface.people.server;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.identity.Principal;
import slipway.identity.Team;
import slipway.identity.Token;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.Search.Hit;
import slipway.surface.web.page.ViewerPreferences;

/** Finds people, teams, tokens and secrets that the viewer may see, by name. */
record PeopleFinder(InstantSource clock, TokenUseTimes useTimes) implements Finder {

    private static final ViewerPreferences ALL_TEAMS =
            new ViewerPreferences(Optional.empty(), ZoneOffset.UTC);

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        if (words.isEmpty()) {
            return Stream.empty();
        }
        var rows = new PeopleItems(principal, ALL_TEAMS, clock.instant(), useTimes);
        var tokens = new TokenItems(principal, clock.instant(), useTimes);
        return Stream.of(
                        rows.users()
                                .map(rows::row)
                                .filter(row -> PeopleItems.matches(row, words))
                                .map(PeopleFinder::hit),
                        rows.teams()
                                .filter(one -> Finder.matches(one.id() + " " + one.title(), words))
                                .map(PeopleFinder::hit),
                        tokens.all()
                                .filter(
                                        one ->
                                                Finder.matches(
                                                        one.redacted() + " " + one.label(), words))
                                .map(PeopleFinder::hit),
                        rows.secrets()
                                .filter(one -> Finder.matches(one.name(), words))
                                .map(PeopleFinder::hit))
                .flatMap(hits -> hits);
    }

    private static Hit hit(PeoplePage.PersonRow row) {
        String roles =
                row.roles().stream()
                        .map(in -> in.role() + " " + in.where())
                        .findFirst()
                        .orElse(row.signInMethod());
        return new Hit("People", row.id(), roles, "users", PeoplePages.PATH + "?find=" + row.id());
    }

    private static Hit hit(Team team) {
        String name = team.id().value();
        String title = team.title().equals(name) ? "team" : team.title();
        return new Hit("Teams", name, title, "users", PeoplePages.PATH);
    }

    private static Hit hit(Token token) {
        String detail = token.redacted() + " of " + token.owner();
        return new Hit("Tokens", token.label(), detail, "login-2", PeoplePages.PATH + "/tokens");
    }

    private static Hit hit(PeoplePage.SecretRow secret) {
        String path = PeoplePages.PATH + "/secrets";
        return new Hit("Secrets", secret.name(), secret.team(), "shield-check", path);
    }
}
