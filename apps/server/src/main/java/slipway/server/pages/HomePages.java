package slipway.server.pages;

import java.util.List;
import java.util.function.Supplier;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.run.server.pages.VisibleWorkloadsSource;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;

/** Serves the home page. */
public final class HomePages {

    static final Route<NoBody, NoBody> HOME =
            PageRoute.at("/")
                    .forSignedIn(
                            "show-home",
                            "Shows running and pending workloads, and the next steps.");

    private final Supplier<HomePage.Machine> machine;
    private final VisibleWorkloadsSource visibleWorkloadsSource;

    public HomePages(
            Supplier<HomePage.Machine> machine, VisibleWorkloadsSource visibleWorkloadsSource) {
        this.machine = machine;
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.HOME,
                        "Home",
                        HOME,
                        "slipway top",
                        authorizedRequest ->
                                PageContent.of(
                                        "home/page",
                                        HomePage.of(
                                                visibleWorkloadsSource.of(authorizedRequest),
                                                machine.get()))));
    }
}
