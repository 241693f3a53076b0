package slipway.server.pages;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import slipway.base.Permission;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.gallery.ComponentGallery;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** The page about this server, and the gallery of page components. */
public final class AboutPages {

    static final Route<NoBody, NoBody> ABOUT =
            PageRoute.at("/about")
                    .forSignedIn("show-about", "Shows the version and runtime of this server.");

    /** For administrators only: other users have no need for it. */
    static final Route<NoBody, NoBody> COMPONENTS =
            PageRoute.at("/about/components")
                    .everywhere(
                            Permission.PEOPLE_WRITE,
                            "show-components",
                            "Shows every page component in every state.");

    private final String version;
    private final Instant started;
    private final Supplier<String> database;

    public AboutPages(String version, Instant started, Supplier<String> database) {
        this.version = version;
        this.started = started;
        this.database = database;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN, "About", ABOUT, "slipway --version", _ -> about()),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Components",
                                COMPONENTS,
                                "slipway help",
                                this::components)
                        .withoutTab());
    }

    private PageContent about() {
        String java = Runtime.version().toString() + ", " + System.getProperty("java.vendor", "");
        return PageContent.of(
                "about/page",
                AboutPage.of(new AboutPage.Running(version, started, java, database.get())));
    }

    private PageContent components(AuthorizedRequest<NoBody> authorizedRequest) {
        ZoneId zone =
                ViewerPreferences.of(
                                authorizedRequest.principal(),
                                authorizedRequest.details().cookies())
                        .zone();
        return PageContent.of("about/components", ComponentGallery.in(zone));
    }
}
