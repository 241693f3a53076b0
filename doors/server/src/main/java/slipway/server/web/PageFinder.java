package slipway.server.web;

import java.util.List;
import java.util.stream.Stream;
import slipway.guard.Visitor;
import slipway.server.web.Search.Hit;

/** Finds pages by their titles. Before anything is typed it offers them all. */
public final class PageFinder implements Finder {

    private final List<Page> pages;

    public PageFinder(List<Page> pages) {
        this.pages = List.copyOf(pages);
    }

    @Override
    public Stream<Hit> find(Visitor visitor, String words) {
        return pages.stream()
                .filter(page -> page.route().parts().isEmpty() && page.isFor(visitor))
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
