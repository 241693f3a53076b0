package slipway.surface.web.page;

import java.util.List;
import java.util.stream.Stream;
import slipway.identity.Principal;
import slipway.surface.web.page.Search.Hit;

/** Finds pages by their titles. Before anything is typed it offers them all. */
public final class PageFinder implements Finder {

    private final List<PageRoute> pages;

    public PageFinder(List<PageRoute> pages) {
        this.pages = List.copyOf(pages);
    }

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        return pages.stream()
                .filter(
                        pageRoute ->
                                pageRoute.route().parts().isEmpty() && pageRoute.isFor(principal))
                .filter(
                        pageRoute ->
                                Finder.matches(
                                        pageRoute.title() + " " + pageRoute.command(), words))
                .map(
                        pageRoute ->
                                new Hit(
                                        "Pages",
                                        pageRoute.title(),
                                        pageRoute.command(),
                                        pageRoute.area().icon(),
                                        pageRoute.route().path()));
    }
}
