package slipway.server.web;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import slipway.base.Role;
import slipway.base.Say;
import slipway.base.TeamId;
import slipway.guard.Team;
import slipway.guard.Visitor;
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

    Frame around(Page page, Visitor visitor, Choice choice, Instant now) {
        return new Frame(
                page.title(),
                crumbs(page, page.title()),
                tabs(page, visitor),
                around(Optional.of(page.area()), visitor, choice),
                page.command(),
                Say.times(now, choice.zone()),
                look.get());
    }

    /** Around what is no page: something went wrong on the way to one. */
    Frame aroundTrouble(String title, Visitor visitor, Choice choice, Instant now) {
        return new Frame(
                title,
                List.of(Link.to(title, "")),
                List.of(),
                around(Optional.empty(), visitor, choice),
                "",
                Say.times(now, choice.zone()),
                look.get());
    }

    private static List<Link> crumbs(Page page, String title) {
        Link last = Link.to(title, "");
        return page.area().title().equals(title)
                ? List.of(last)
                : List.of(Link.to(page.area().title(), page.area().path()), last);
    }

    private List<Link> tabs(Page page, Visitor visitor) {
        List<Link> tabs =
                tabs(page.area())
                        .filter(tab -> tab.isFor(visitor))
                        .map(
                                tab ->
                                        new Link(
                                                tab.title(),
                                                tab.route().path(),
                                                "",
                                                under(page, tab),
                                                false))
                        .toList();
        return tabs.size() < 2 ? List.of() : tabs;
    }

    private Stream<Page> tabs(Area area) {
        return pages.stream().filter(page -> page.area() == area && page.tab());
    }

    private static boolean under(Page page, Page tab) {
        String path = page.route().path();
        boolean below = !page.tab() && path.startsWith(tab.route().path() + "/");
        return path.equals(tab.route().path()) || below;
    }

    private Frame.Around around(Optional<Area> here, Visitor visitor, Choice choice) {
        return new Frame.Around(
                areas(here, visitor),
                visitor.id().value(),
                highest(visitor)
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .orElse("no role"),
                teams(visitor, choice),
                choice.team().map(TeamId::value));
    }

    private List<Link> areas(Optional<Area> here, Visitor visitor) {
        return Arrays.stream(Area.values())
                .flatMap(
                        area ->
                                tabs(area)
                                        .filter(page -> page.isFor(visitor))
                                        .findFirst()
                                        .map(first -> link(area, first, here))
                                        .stream())
                .toList();
    }

    private static Link link(Area area, Page first, Optional<Area> here) {
        return new Link(
                area.title(),
                first.route().path(),
                area.icon(),
                here.filter(there -> there == area).isPresent(),
                area.apart());
    }

    private static Optional<Role> highest(Visitor visitor) {
        return visitor.people()
                .teams()
                .keys()
                .flatMap(team -> visitor.role(team).stream())
                .max(Comparator.naturalOrder());
    }

    /** Each below its own, as far as they are seen; the rest is found by searching. */
    private static List<TeamChoice> teams(Visitor visitor, Choice choice) {
        return visitor.people()
                .inTree()
                .filter(team -> !team.id().equals(TeamId.ALL) && visitor.sees(team.id()))
                .limit(MOST_TEAMS)
                .map(team -> choice(team, visitor, choice))
                .toList();
    }

    private static TeamChoice choice(Team team, Visitor visitor, Choice choice) {
        int depth = visitor.people().path(team.id()).size() - 2;
        boolean chosen = choice.team().filter(team.id()::equals).isPresent();
        return new TeamChoice(team.id().value(), team.title(), Math.min(depth, 4), chosen);
    }
}
