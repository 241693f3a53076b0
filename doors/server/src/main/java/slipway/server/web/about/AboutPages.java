package slipway.server.web.about;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import slipway.base.Permission;
import slipway.server.api.Call;
import slipway.server.web.Area;
import slipway.server.web.Choice;
import slipway.server.web.Page;
import slipway.server.web.View;
import slipway.wire.form.NoBody;
import slipway.wire.route.Route;

/** What this is, and what its pages are made of. */
public final class AboutPages {

    static final Route<NoBody, NoBody> ABOUT =
            Page.at("/about").forVisitors("show-about", "What runs here, and since when.");

    /** For those who run the house: to whoever looks for their workloads it is noise. */
    static final Route<NoBody, NoBody> COMPONENTS =
            Page.at("/about/components")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "show-components",
                            "Every part that pages are made of, in every state.");

    private final String version;
    private final Instant started;
    private final Supplier<String> database;

    public AboutPages(String version, Instant started, Supplier<String> database) {
        this.version = version;
        this.started = started;
        this.database = database;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(Area.ADMIN, "About", ABOUT, "slipway --version", _ -> about()),
                Page.of(Area.ADMIN, "Components", COMPONENTS, "slipway help", this::components)
                        .within());
    }

    private View about() {
        String java = Runtime.version().toString() + ", " + System.getProperty("java.vendor", "");
        return View.of(
                "about/page",
                AboutView.of(new AboutView.Running(version, started, java, database.get())));
    }

    private View components(Call<NoBody> authorizedRequest) {
        ZoneId zone =
                Choice.of(authorizedRequest.visitor(), authorizedRequest.sent().cookies()).zone();
        return View.of("about/components", GalleryView.in(zone));
    }
}
