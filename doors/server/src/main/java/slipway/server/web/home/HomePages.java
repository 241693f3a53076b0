package slipway.server.web.home;

import java.util.List;
import java.util.function.Supplier;
import slipway.server.web.Area;
import slipway.server.web.Page;
import slipway.server.web.View;
import slipway.server.web.queue.Scenes;
import slipway.wire.form.NoBody;
import slipway.wire.route.Route;

/** The first page. */
public final class HomePages {

    static final Route<NoBody, NoBody> HOME =
            Page.at("/").forVisitors("show-home", "What runs, what waits, and what to do next.");

    private final Supplier<HomeView.Machine> machine;
    private final Scenes visibleWorkloadsSource;

    public HomePages(Supplier<HomeView.Machine> machine, Scenes visibleWorkloadsSource) {
        this.machine = machine;
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(
                        Area.HOME,
                        "Home",
                        HOME,
                        "slipway top",
                        authorizedRequest ->
                                View.of(
                                        "home/page",
                                        HomeView.of(
                                                visibleWorkloadsSource.of(authorizedRequest),
                                                machine.get()))));
    }
}
