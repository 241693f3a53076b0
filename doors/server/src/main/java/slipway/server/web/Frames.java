package slipway.server.web;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Format;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.guard.Principal;
import slipway.guard.Team;
import slipway.server.web.Frame.Link;
import slipway.server.web.Frame.TeamChoice;

/** Puts a page into the shell: what of the house is shown depends on who looks. */
final class Frames {

    private static final int MOST_TEAMS = 200;

    private final List<Page> pages;
    private final Supplier<Look> look;

    Frames(List<Page> pages, Supplier<Look> look) {
        this.pages = List.copyOf(pages);
        this.look = look;
    }

    Frame around(Page pageRoute, Principal principal, Choice viewerPreferences, Instant now) {
        return new Frame(
                pageRoute.title(),
                crumbs(pageRoute, pageRoute.title()),
                tabs(pageRoute, principal),
                around(Optional.of(pageRoute.area()), principal, viewerPreferences),
                pageRoute.command(),
                Format.times(now, viewerPreferences.zone()),
                look.get());
    }

    /** Around what is no page: something went wrong on the way to one. */
    Frame aroundTrouble(String title, Principal principal, Choice viewerPreferences, Instant now) {
        return new Frame(
                title,
                List.of(Link.to(title, "")),
                List.of(),
                around(Optional.empty(), principal, viewerPreferences),
                "",
                Format.times(now, viewerPreferences.zone()),
                look.get());
    }

    private static List<Link> crumbs(Page pageRoute, String title) {
        Link last = Link.to(title, "");
        return pageRoute.area().title().equals(title)
                ? List.of(last)
                : List.of(Link.to(pageRoute.area().title(), pageRoute.area().path()), last);
    }

    private List<Link> tabs(Page pageRoute, Principal principal) {
        List<Link> tabs =
                tabs(pageRoute.area())
                        .filter(tab -> tab.isFor(principal))
                        .map(
                                tab ->
                                        new Link(
                                                tab.title(),
                                                tab.route().path(),
                                                "",
                                                under(pageRoute, tab),
                                                false))
                        .toList();
        return tabs.size() < 2 ? List.of() : tabs;
    }

    private Stream<Page> tabs(Area navigationArea) {
        return pages.stream()
                .filter(pageRoute -> pageRoute.area() == navigationArea && pageRoute.tab());
    }

    private static boolean under(Page pageRoute, Page tab) {
        String path = pageRoute.route().path();
        boolean below = !pageRoute.tab() && path.startsWith(tab.route().path() + "/");
        return path.equals(tab.route().path()) || below;
    }

    private Frame.Around around(
            Optional<Area> here, Principal principal, Choice viewerPreferences) {
        return new Frame.Around(
                areas(here, principal),
                principal.id().value(),
                highest(principal)
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .orElse("no role"),
                teams(principal, viewerPreferences),
                viewerPreferences.team().map(TeamId::value));
    }

    private List<Link> areas(Optional<Area> here, Principal principal) {
        return Arrays.stream(Area.values())
                .flatMap(
                        navigationArea ->
                                tabs(navigationArea)
                                        .filter(pageRoute -> pageRoute.isFor(principal))
                                        .findFirst()
                                        .map(first -> link(navigationArea, first, here))
                                        .stream())
                .toList();
    }

    private static Link link(Area navigationArea, Page first, Optional<Area> here) {
        return new Link(
                navigationArea.title(),
                first.route().path(),
                navigationArea.icon(),
                here.filter(there -> there == navigationArea).isPresent(),
                navigationArea.apart());
    }

    private static Optional<Role> highest(Principal principal) {
        return principal
                .people()
                .teams()
                .keys()
                .flatMap(team -> principal.role(team).stream())
                .max(Comparator.naturalOrder());
    }

    /** Each below its own, as far as they are seen; the rest is found by searching. */
    private static List<TeamChoice> teams(Principal principal, Choice viewerPreferences) {
        return principal
                .people()
                .inTree()
                .filter(team -> !team.id().equals(TeamId.ALL) && principal.sees(team.id()))
                .limit(MOST_TEAMS)
                .map(team -> choice(team, principal, viewerPreferences))
                .toList();
    }

    private static TeamChoice choice(Team team, Principal principal, Choice viewerPreferences) {
        int depth = principal.people().path(team.id()).size() - 2;
        boolean chosen = viewerPreferences.team().filter(team.id()::equals).isPresent();
        return new TeamChoice(team.id().value(), team.title(), Math.min(depth, 4), chosen);
    }
}
