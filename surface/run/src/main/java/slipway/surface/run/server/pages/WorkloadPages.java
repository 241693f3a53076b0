package slipway.surface.run.server.pages;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.WorkloadId;
import slipway.identity.Principal;
import slipway.journal.Journal;
import slipway.run.Runner;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search.Hit;

/** The page of a workload, and the search for workloads. */
public final class WorkloadPages implements Finder {

    static final Route<NoBody, NoBody> WORKLOAD =
            PageRoute.at("/workloads/{workload}")
                    .forSignedIn(
                            "show-workload-page",
                            "Show a workload with its timeline, log and attempts.")
                    .filteredBy(LogRoutes.ATTEMPT, LogRoutes.RANK);

    static final Route<NoBody, NoBody> OPEN =
            PageRoute.at("/workloads/{workload}/open")
                    .forSignedIn("open-workspace", "Show the page that opens a workspace.");

    private final Runner runner;
    private final VisibleWorkloadsSource visibleWorkloadsSource;
    private final Journal journal;
    private final Function<WorkloadId, Optional<OutcomeView>> outcomes;

    /**
     * @param outcomes the outcome of an ended workload, compared with its estimate
     */
    public WorkloadPages(
            Runner runner,
            VisibleWorkloadsSource visibleWorkloadsSource,
            Journal journal,
            Function<WorkloadId, Optional<OutcomeView>> outcomes) {
        this.outcomes = outcomes;
        this.runner = runner;
        this.visibleWorkloadsSource = visibleWorkloadsSource;
        this.journal = journal;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                                NavigationArea.QUEUE,
                                "Workload",
                                WORKLOAD,
                                "slipway ps",
                                this::workload)
                        .withoutTab(),
                PageRoute.of(NavigationArea.QUEUE, "Open", OPEN, "slipway open", this::open)
                        .withoutTab());
    }

    private PageContent open(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload =
                runner.get(
                        authorizedRequest.part(PathParameter.WORKLOAD),
                        each ->
                                authorizedRequest
                                        .principal()
                                        .may(Permission.WORKLOADS_READ, each.team()));
        authorizedRequest.principal().require(Permission.WORKLOADS_WRITE, workload.team());
        return PageContent.of("workload/open", OpenWorkspacePage.of(workload))
                .withTitle(VisibleWorkloads.name(workload))
                .withCommand("slipway open " + workload.name());
    }

    private PageContent workload(AuthorizedRequest<NoBody> authorizedRequest) {
        String name = authorizedRequest.part(PathParameter.WORKLOAD);
        VisibleWorkloads visibleWorkloads = visibleWorkloadsSource.of(authorizedRequest);
        Workload workload = runner.get(name, visibleWorkloads::maySee);
        int newest = workload.history().attempts();
        int number =
                authorizedRequest
                        .query()
                        .find(LogRoutes.ATTEMPT)
                        .filter(attempt -> attempt <= newest)
                        .orElse(newest);
        var selection =
                new LogTail.Selection(number, authorizedRequest.query().get(LogRoutes.RANK));
        WorkloadHistory workloadHistory = WorkloadHistory.of(workload, journal);
        return PageContent.of(
                        "workload/page",
                        WorkloadPage.of(
                                workload,
                                workloadHistory,
                                selection,
                                visibleWorkloads,
                                comparison(workload)))
                .withTitle(VisibleWorkloads.name(workload))
                .withCommand("slipway logs -f " + workload.name());
    }

    private Optional<EstimateComparison> comparison(Workload workload) {
        return workload.state().ended()
                ? outcomes.apply(workload.id()).flatMap(EstimateComparison::of)
                : Optional.empty();
    }

    /** Live workloads before ended ones, each newest first. */
    @Override
    public Stream<Hit> find(Principal principal, String query) {
        if (query.isEmpty()) {
            return Stream.empty();
        }
        Comparator<Workload> newest =
                Comparator.<Workload, Boolean>comparing(each -> each.state().ended())
                        .thenComparing(Workload::id, Comparator.reverseOrder());
        return Stream.concat(runner.runState().live(), runner.runState().recentlyEnded())
                .filter(each -> principal.may(Permission.WORKLOADS_READ, each.team()))
                .filter(each -> matches(each, query))
                .sorted(newest)
                .map(WorkloadPages::hit);
    }

    private static boolean matches(Workload workload, String query) {
        return Finder.matches(VisibleWorkloads.name(workload), query)
                || workload.id().value().startsWith(query);
    }

    private static Hit hit(Workload workload) {
        WorkloadLabel workloadLabel = WorkloadLabel.of(workload);
        return new Hit(
                "Workloads",
                workloadLabel.name(),
                workloadLabel.word() + ", " + workloadLabel.under(),
                "stack-2",
                workloadLabel.path());
    }

    static AttemptId attempt(Workload workload, int number) {
        return new AttemptId(workload.id(), number);
    }
}
