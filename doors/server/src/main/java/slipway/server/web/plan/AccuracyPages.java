package slipway.server.web.plan;

import java.time.InstantSource;
import java.util.List;
import slipway.base.Format;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.TimeFormat;
import slipway.server.api.AuthorizedRequest;
import slipway.server.api.plan.CalibrationLoop;
import slipway.server.web.NavigationArea;
import slipway.server.web.PageContent;
import slipway.server.web.PageRoute;
import slipway.server.web.ViewerPreferences;
import slipway.wire.form.NoBody;
import slipway.wire.route.Route;

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
                        authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        return PageContent.of(
                "plan/accuracy",
                AccuracyPage.of(
                        calibrationLoop.view(),
                        calibrationLoop.outcomes(
                                SHOWN,
                                team ->
                                        authorizedRequest
                                                .visitor()
                                                .may(Permission.WORKLOADS_READ, team)),
                        timeFormat,
                        authorizedRequest.visitor().may(Permission.PLAN_WRITE, TeamId.ALL)));
    }
}
