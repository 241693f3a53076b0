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

/** Builds the shell of a page for a viewer. */
final class PageShellBuilder {

    private static final int MAX_TEAMS = 200;

    private final List<PageRoute> pages;
    private final Supplier<PageAssets> assets;

    PageShellBuilder(List<PageRoute> pages, Supplier<PageAssets> assets) {
        this.pages = List.copyOf(pages);
        this.assets = assets;
    }

    PageShell build(
            PageRoute page, Principal principal, ViewerPreferences preferences, Instant now) {
        return new PageShell(
                page.title(),
                crumbs(page, page.title()),
                tabs(page, principal),
                viewer(Optional.of(page.area()), principal, preferences),
                page.command(),
                Format.times(now, preferences.zone()),
                assets.get());
    }

    /** Builds the shell of a problem page. */
    PageShell buildForProblem(
            String title, Principal principal, ViewerPreferences preferences, Instant now) {
        return new PageShell(
                title,
                List.of(Link.to(title, "")),
                List.of(),
                viewer(Optional.empty(), principal, preferences),
                "",
                Format.times(now, preferences.zone()),
                assets.get());
    }

    private static List<Link> crumbs(PageRoute page, String title) {
        Link last = Link.to(title, "");
        return page.area().title().equals(title)
                ? List.of(last)
                : List.of(Link.to(page.area().title(), page.area().path()), last);
    }

    private List<Link> tabs(PageRoute page, Principal principal) {
        List<Link> tabs =
                tabs(page.area())
                        .filter(tab -> tab.isVisibleTo(principal))
                        .map(
                                tab ->
                                        new Link(
                                                tab.title(),
                                                tab.route().path(),
                                                "",
                                                isCurrent(page, tab),
                                                false))
                        .toList();
        return tabs.size() < 2 ? List.of() : tabs;
    }

    private Stream<PageRoute> tabs(NavigationArea area) {
        return pages.stream().filter(page -> page.area() == area && page.tab());
    }

    private static boolean isCurrent(PageRoute page, PageRoute tab) {
        String path = page.route().path();
        boolean below = !page.tab() && path.startsWith(tab.route().path() + "/");
        return path.equals(tab.route().path()) || below;
    }

    private PageShell.Viewer viewer(
            Optional<NavigationArea> current, Principal principal, ViewerPreferences preferences) {
        return new PageShell.Viewer(
                areas(current, principal),
                principal.id().value(),
                highest(principal)
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .orElse("no role"),
                teams(principal, preferences),
                preferences.team().map(TeamId::value));
    }

    private List<Link> areas(Optional<NavigationArea> current, Principal principal) {
        return Arrays.stream(NavigationArea.values())
                .flatMap(
                        area ->
                                tabs(area)
                                        .filter(page -> page.isVisibleTo(principal))
                                        .findFirst()
                                        .map(first -> link(area, first, current))
                                        .stream())
                .toList();
    }

    private static Link link(
            NavigationArea area, PageRoute first, Optional<NavigationArea> current) {
        return new Link(
                area.title(),
                first.route().path(),
                area.icon(),
                current.filter(it -> it == area).isPresent(),
                area.isSeparated());
    }

    private static Optional<Role> highest(Principal principal) {
        return principal
                .directory()
                .teams()
                .keys()
                .flatMap(team -> principal.role(team).stream())
                .max(Comparator.naturalOrder());
    }

    /** The visible teams in tree order, up to a limit; others can be searched. */
    private static List<TeamChoice> teams(Principal principal, ViewerPreferences preferences) {
        return principal
                .directory()
                .inTreeOrder()
                .filter(team -> !team.id().equals(TeamId.ALL) && principal.sees(team.id()))
                .limit(MAX_TEAMS)
                .map(team -> choice(team, principal, preferences))
                .toList();
    }

    private static TeamChoice choice(
            Team team, Principal principal, ViewerPreferences preferences) {
        int depth = principal.directory().path(team.id()).size() - 2;
        boolean chosen = preferences.team().filter(team.id()::equals).isPresent();
        return new TeamChoice(team.id().value(), team.title(), Math.min(depth, 4), chosen);
    }
}
