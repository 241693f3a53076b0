package slipway.surface.web.page;

import java.util.List;
import java.util.stream.Stream;
import slipway.identity.Principal;
import slipway.surface.web.page.Search.Hit;

/** Finds pages by title and command. Without a search text it returns all. */
public final class PageFinder implements Finder {

    private final List<PageRoute> pages;

    public PageFinder(List<PageRoute> pages) {
        this.pages = List.copyOf(pages);
    }

    @Override
    public Stream<Hit> find(Principal principal, String words) {
        return pages.stream()
                .filter(page -> page.route().parts().isEmpty() && page.isVisibleTo(principal))
                .filter(page -> Finder.matches(page.title() + " " + page.command(), words))
                .map(
                        page ->
                                new Hit(
                                        "Pages",
                                        page.title(),
                                        page.command(),
                                        page.area().icon(),
                                        page.route().path()));
    }
}
