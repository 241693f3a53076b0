package slipway.surface.web.page;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.identity.Principal;
import slipway.identity.Team;
import slipway.surface.web.page.PageShell.Link;
import slipway.surface.web.page.PageShell.TeamChoice;

/** Puts a page into the shell: what of the house is shown depends on who looks. */
final class PageShellBuilder {

    private static final int MOST_TEAMS = 200;

    private final List<PageRoute> pages;
    private final Supplier<PageAssets> assets;

    PageShellBuilder(List<PageRoute> pages, Supplier<PageAssets> look) {
        this.pages = List.copyOf(pages);
        this.assets = look;
    }

    PageShell around(
            PageRoute pageRoute,
            Principal principal,
            ViewerPreferences viewerPreferences,
            Instant now) {
        return new PageShell(
                pageRoute.title(),
                crumbs(pageRoute, pageRoute.title()),
                tabs(pageRoute, principal),
                around(Optional.of(pageRoute.area()), principal, viewerPreferences),
                pageRoute.command(),
                Format.times(now, viewerPreferences.zone()),
                assets.get());
    }

    /** Around what is no page: something went wrong on the way to one. */
    PageShell buildForProblem(
            String title, Principal principal, ViewerPreferences viewerPreferences, Instant now) {
        return new PageShell(
                title,
                List.of(Link.to(title, "")),
                List.of(),
                around(Optional.empty(), principal, viewerPreferences),
                "",
                Format.times(now, viewerPreferences.zone()),
                assets.get());
    }

    private static List<Link> crumbs(PageRoute pageRoute, String title) {
        Link last = Link.to(title, "");
        return pageRoute.area().title().equals(title)
                ? List.of(last)
                : List.of(Link.to(pageRoute.area().title(), pageRoute.area().path()), last);
    }

    private List<Link> tabs(PageRoute pageRoute, Principal principal) {
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

    private Stream<PageRoute> tabs(NavigationArea navigationArea) {
        return pages.stream()
                .filter(pageRoute -> pageRoute.area() == navigationArea && pageRoute.tab());
    }

    private static boolean under(PageRoute pageRoute, PageRoute tab) {
        String path = pageRoute.route().path();
        boolean below = !pageRoute.tab() && path.startsWith(tab.route().path() + "/");
        return path.equals(tab.route().path()) || below;
    }

    private PageShell.Viewer around(
            Optional<NavigationArea> here,
            Principal principal,
            ViewerPreferences viewerPreferences) {
        return new PageShell.Viewer(
                areas(here, principal),
                principal.id().value(),
                highest(principal)
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .orElse("no role"),
                teams(principal, viewerPreferences),
                viewerPreferences.team().map(TeamId::value));
    }

    private List<Link> areas(Optional<NavigationArea> here, Principal principal) {
        return Arrays.stream(NavigationArea.values())
                .flatMap(
                        navigationArea ->
                                tabs(navigationArea)
                                        .filter(pageRoute -> pageRoute.isFor(principal))
                                        .findFirst()
                                        .map(first -> link(navigationArea, first, here))
                                        .stream())
                .toList();
    }

    private static Link link(
            NavigationArea navigationArea, PageRoute first, Optional<NavigationArea> here) {
        return new Link(
                navigationArea.title(),
                first.route().path(),
                navigationArea.icon(),
                here.filter(there -> there == navigationArea).isPresent(),
                navigationArea.apart());
    }

    private static Optional<Role> highest(Principal principal) {
        return principal
                .directory()
                .teams()
                .keys()
                .flatMap(team -> principal.role(team).stream())
                .max(Comparator.naturalOrder());
    }

    /** Each below its own, as far as they are seen; the rest is found by searching. */
    private static List<TeamChoice> teams(
            Principal principal, ViewerPreferences viewerPreferences) {
        return principal
                .directory()
                .inTreeOrder()
                .filter(team -> !team.id().equals(TeamId.ALL) && principal.sees(team.id()))
                .limit(MOST_TEAMS)
                .map(team -> choice(team, principal, viewerPreferences))
                .toList();
    }

    private static TeamChoice choice(
            Team team, Principal principal, ViewerPreferences viewerPreferences) {
        int depth = principal.directory().path(team.id()).size() - 2;
        boolean chosen = viewerPreferences.team().filter(team.id()::equals).isPresent();
        return new TeamChoice(team.id().value(), team.title(), Math.min(depth, 4), chosen);
    }
}
