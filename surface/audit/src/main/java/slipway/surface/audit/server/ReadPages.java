package slipway.surface.audit.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import slipway.audit.AccessLog;
import slipway.base.Permission;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** The page of the access log. */
public final class ReadPages {

    static final Route<NoBody, NoBody> READS =
            PageRoute.at(AuditPage.PATH + "/reads")
                    .everywhere(
                            Permission.AUDIT_READ, "show-reads", "Show who read secret values.");

    private static final int ROWS = 100;

    private final AccessLog accessLog;
    private final InstantSource clock;

    public ReadPages(AccessLog accessLog, InstantSource clock) {
        this.accessLog = accessLog;
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN, "Reads", READS, "slipway audit reads", this::show));
    }

    private PageContent show(AuthorizedRequest<NoBody> request) {
        var zone = ViewerPreferences.of(request.principal(), request.details().cookies()).zone();
        TimeFormat times = Format.times(clock.instant(), zone);
        return PageContent.of(
                "audit/reads",
                ReadsPage.of(accessLog.entries(Optional.empty(), ROWS, _ -> true), times));
    }
}
