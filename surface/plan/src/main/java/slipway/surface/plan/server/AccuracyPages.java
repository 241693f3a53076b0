package slipway.surface.plan.server;

import java.time.InstantSource;
import java.util.List;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** How far off estimates were, and what corrects them. */
public final class AccuracyPages {

    static final Route<NoBody, NoBody> ACCURACY =
            PageRoute.at("/plan/accuracy")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-plan-accuracy",
                            "How far off estimates were, and what corrects them.");

    /** As many as a chart has room for. */
    private static final int SHOWN = 200;

    private final CalibrationLoop calibrationLoop;
    private final InstantSource clock;

    public AccuracyPages(CalibrationLoop calibrationLoop, InstantSource clock) {
        this.calibrationLoop = calibrationLoop;
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.PLAN,
                        "Accuracy",
                        ACCURACY,
                        "slipway plan calibrate",
                        this::shown));
    }

    private PageContent shown(AuthorizedRequest<NoBody> authorizedRequest) {
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        return PageContent.of(
                "plan/accuracy",
                AccuracyPage.of(
                        calibrationLoop.view(),
                        calibrationLoop.outcomes(
                                SHOWN,
                                team ->
                                        authorizedRequest
                                                .principal()
                                                .may(Permission.WORKLOADS_READ, team)),
                        timeFormat,
                        authorizedRequest.principal().may(Permission.PLAN_WRITE, TeamId.ALL)));
    }
}
