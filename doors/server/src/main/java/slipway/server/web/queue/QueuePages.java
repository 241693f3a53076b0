package slipway.server.web.queue;

import java.util.List;
import slipway.base.WorkloadId;
import slipway.server.web.Area;
import slipway.server.web.Page;
import slipway.server.web.View;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.wire.form.NoBody;
import slipway.wire.route.Route;

/** The queue. */
public final class QueuePages {

    static final Route<NoBody, NoBody> QUEUE =
            Page.at("/queue")
                    .forVisitors(
                            "show-queue", "What runs and what waits, why, and when it starts.");

    private static final SpecKey<WorkloadId> BEFORE =
            SpecKey.of(
                    "before",
                    ValueType.of(
                            "the id of a workload",
                            "^[0-9a-z]{26}$",
                            text ->
                                    ParseResult.of(
                                            WorkloadId.parse(text), text, "the id of a workload")),
                    "Only what was submitted before this one.");
    static final Route<NoBody, NoBody> ENDED =
            Page.at(EndedView.PATH)
                    .forVisitors("show-ended", "All that has ended, a part at a time.")
                    .filteredBy(BEFORE);

    private final Scenes visibleWorkloadsSource;

    public QueuePages(Scenes visibleWorkloadsSource) {
        this.visibleWorkloadsSource = visibleWorkloadsSource;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(
                        Area.QUEUE,
                        "Queue",
                        QUEUE,
                        "slipway ps",
                        authorizedRequest ->
                                View.of(
                                        "queue/page",
                                        QueueView.of(
                                                visibleWorkloadsSource.of(authorizedRequest)))),
                Page.of(
                                Area.QUEUE,
                                "Ended",
                                ENDED,
                                "slipway ps -a",
                                authorizedRequest ->
                                        View.of(
                                                "queue/past",
                                                EndedView.of(
                                                        visibleWorkloadsSource.of(
                                                                authorizedRequest),
                                                        authorizedRequest
                                                                .query()
                                                                .find(BEFORE)
                                                                .map(WorkloadId::value))))
                        .within());
    }
}
