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

/** People, teams, tokens and secrets by name, as far as the pages show them. */
record PeopleFinder(InstantSource clock, TokenUseTimes uses) implements Finder {

    private static final ViewerPreferences EVERYTHING =
            new ViewerPreferences(Optional.empty(), ZoneOffset.UTC);

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        if (words.isEmpty()) {
            return Stream.empty();
        }
        var rows = new PeopleItems(principal, EVERYTHING, clock.instant(), uses);
        var tokens = new TokenItems(principal, clock.instant(), uses);
        return Stream.of(
                        rows.users()
                                .map(rows::row)
                                .filter(row -> PeopleItems.matches(row, words))
                                .map(PeopleFinder::person),
                        rows.teams()
                                .filter(one -> Finder.matches(one.id() + " " + one.title(), words))
                                .map(PeopleFinder::team),
                        tokens.all()
                                .filter(
                                        one ->
                                                Finder.matches(
                                                        one.redacted() + " " + one.label(), words))
                                .map(PeopleFinder::token),
                        rows.secrets()
                                .filter(one -> Finder.matches(one.name(), words))
                                .map(PeopleFinder::secret))
                .flatMap(hits -> hits);
    }

    private static Hit person(PeoplePage.PersonRow row) {
        String roles =
                row.roles().stream()
                        .map(in -> in.role() + " " + in.where())
                        .findFirst()
                        .orElse(row.comesBy());
        return new Hit("People", row.id(), roles, "users", PeoplePages.PATH + "?find=" + row.id());
    }

    private static Hit team(Team team) {
        String name = team.id().value();
        String title = team.title().equals(name) ? "team" : team.title();
        return new Hit("Teams", name, title, "users", PeoplePages.PATH);
    }

    private static Hit token(Token token) {
        String detail = token.redacted() + " of " + token.owner();
        return new Hit("Tokens", token.label(), detail, "login-2", PeoplePages.PATH + "/tokens");
    }

    private static Hit secret(PeoplePage.SecretRow secret) {
        String path = PeoplePages.PATH + "/secrets";
        return new Hit("Secrets", secret.name(), secret.team(), "shield-check", path);
    }
}
