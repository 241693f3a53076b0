package slipway.surface.run.server.pages;

import java.util.List;
import slipway.base.WorkloadId;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageRoute;

/** The pages of the queue and of ended workloads. */
public final class QueuePages {

    static final Route<NoBody, NoBody> QUEUE =
            PageRoute.at("/queue")
                    .forSignedIn(
                            "show-queue",
                            "Show running and waiting workloads, with reasons and starts.");

    private static final SpecKey<WorkloadId> BEFORE =
            SpecKey.of(
                    "before",
                    ValueType.of(
                            "the id of a workload",
                            "^[0-9a-z]{26}$",
                            text ->
                                    ParseResult.of(
                                            WorkloadId.parse(text), text, "the id of a workload")),
                    "Only workloads that were submitted before this one.");
    static final Route<NoBody, NoBody> ENDED =
            PageRoute.at(EndedPage.PATH)
                    .forSignedIn("show-ended", "List ended workloads, page by page.")
                    .filteredBy(BEFORE);

    private final VisibleWorkloadsSource visibleWorkloadsSource;

    public QueuePages(VisibleWorkloadsSource visibleWorkloadsSource) {
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.QUEUE,
                        "Queue",
                        QUEUE,
                        "slipway ps",
                        authorizedRequest ->
                                PageContent.of(
                                        "queue/page",
                                        QueuePage.of(
                                                visibleWorkloadsSource.of(authorizedRequest)))),
                PageRoute.of(
                                NavigationArea.QUEUE,
                                "Ended",
                                ENDED,
                                "slipway ps -a",
                                authorizedRequest ->
                                        PageContent.of(
                                                "queue/past",
                                                EndedPage.of(
                                                        visibleWorkloadsSource.of(
                                                                authorizedRequest),
                                                        authorizedRequest
                                                                .query()
                                                                .find(BEFORE)
                                                                .map(WorkloadId::value))))
                        .withoutTab());
    }
}
