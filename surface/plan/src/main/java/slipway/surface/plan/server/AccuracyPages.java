package slipway.surface.plan.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.evidence.CalibrationLoop;
import slipway.evidence.EvidenceStore;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** The page with the errors of estimates and the calibration that corrects them. */
public final class AccuracyPages {

    static final Route<NoBody, NoBody> ACCURACY =
            PageRoute.at("/plan/accuracy")
                    .anywhere(
                            Permission.NODES_READ,
                            "show-plan-accuracy",
                            "How far off estimates were, and what corrects them.");

    /** More points do not fit into the chart. */
    private static final int MAX_OUTCOMES = 200;

    private final CalibrationLoop calibrationLoop;
    private final EvidenceStore evidenceStore;
    private final InstantSource clock;

    public AccuracyPages(
            CalibrationLoop calibrationLoop, EvidenceStore evidenceStore, InstantSource clock) {
        this.calibrationLoop = calibrationLoop;
        this.evidenceStore = evidenceStore;
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.PLAN,
                        "Accuracy",
                        ACCURACY,
                        "slipway plan calibrate",
                        this::page));
    }

    private PageContent page(AuthorizedRequest<NoBody> authorizedRequest) {
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        return PageContent.of(
                "plan/accuracy",
                AccuracyPage.of(
                        CalibrationViews.of(calibrationLoop.proposal(), evidenceStore),
                        calibrationLoop
                                .outcomes(
                                        Optional.empty(),
                                        MAX_OUTCOMES,
                                        authorizedRequest
                                                .principal()
                                                .teamsWith(Permission.WORKLOADS_READ))
                                .stream()
                                .map(CalibrationViews::of)
                                .toList(),
                        timeFormat,
                        authorizedRequest.principal().may(Permission.PLAN_WRITE, TeamId.ALL)));
    }
}
