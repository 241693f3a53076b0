package slipway.server.web.plan;

import java.time.InstantSource;
import java.util.List;
import slipway.base.Format;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.TimeFormat;
import slipway.server.api.Call;
import slipway.server.api.plan.Learning;
import slipway.server.web.Area;
import slipway.server.web.Choice;
import slipway.server.web.Page;
import slipway.server.web.View;
import slipway.wire.form.NoBody;
import slipway.wire.route.Route;

/** How far off estimates were, and what corrects them. */
public final class AccuracyPages {

    static final Route<NoBody, NoBody> ACCURACY =
            Page.at("/plan/accuracy")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-plan-accuracy",
                            "How far off estimates were, and what corrects them.");

    /** As many as a chart has room for. */
    private static final int SHOWN = 200;

    private final Learning calibrationLoop;
    private final InstantSource clock;

    public AccuracyPages(Learning calibrationLoop, InstantSource clock) {
        this.calibrationLoop = calibrationLoop;
        this.clock = clock;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(Area.PLAN, "Accuracy", ACCURACY, "slipway plan calibrate", this::shown));
    }

    private View shown(Call<NoBody> authorizedRequest) {
        Choice viewerPreferences =
                Choice.of(authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        return View.of(
                "plan/accuracy",
                AccuracyView.of(
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
