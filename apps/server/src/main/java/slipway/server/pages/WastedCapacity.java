package slipway.server.pages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.lifecycle.Workload;
import slipway.surface.run.server.pages.ClusterPage;
import slipway.surface.run.server.pages.VisibleWorkloads;
import slipway.surface.run.server.pages.WorkloadLabel;
import slipway.surface.web.component.AcceleratorCell;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.component.StateBadge;

/**
 * Something that is held and does nothing, or was done in vain.
 *
 * @param what the sentence, which goes on after the name
 * @param under whose it is, and since when
 * @param act the one thing to do about it, for whoever may
 */
public record WastedCapacity(
        StateBadge state,
        String name,
        String path,
        String what,
        String under,
        Optional<PageForm> act) {

    private static final Duration LATELY = Duration.ofHours(24);
    private static final int MOST = 8;

    /** What does nothing now first, then what failed of late. */
    static List<WastedCapacity> of(
            VisibleWorkloads visibleWorkloads, Optional<ClusterPage> cluster) {
        List<WastedCapacity> all = new ArrayList<>();
        cluster.ifPresent(
                map -> {
                    all.addAll(idle(visibleWorkloads, map));
                    all.addAll(drained(map));
                });
        all.addAll(failed(visibleWorkloads));
        return all.stream().limit(MOST).toList();
    }

    private static List<WastedCapacity> idle(
            VisibleWorkloads visibleWorkloads, ClusterPage cluster) {
        Map<String, Integer> idle = new LinkedHashMap<>();
        cluster.cells()
                .nodes()
                .forEach(
                        node ->
                                node.gangs().stream()
                                        .filter(gang -> gang.path().isPresent())
                                        .forEach(
                                                gang ->
                                                        idle.merge(
                                                                gang.path().get(),
                                                                count(gang.cells()),
                                                                Integer::sum)));
        return visibleWorkloads.live().stream()
                .filter(each -> idle.getOrDefault(VisibleWorkloads.path(each), 0) > 0)
                .map(each -> idle(each, visibleWorkloads))
                .toList();
    }

    private static int count(List<AcceleratorCell> cells) {
        return (int)
                cells.stream()
                        .filter(acceleratorCell -> acceleratorCell.is() == AcceleratorCell.Is.IDLE)
                        .count();
    }

    private static WastedCapacity idle(Workload workload, VisibleWorkloads visibleWorkloads) {
        WorkloadLabel workloadLabel = WorkloadLabel.of(workload);
        return new WastedCapacity(
                StateBadge.IDLE,
                workloadLabel.name(),
                workloadLabel.path(),
                "holds "
                        + visibleWorkloads.holds(workload)
                        + " and does nothing with it now"
                        + rate(workload, visibleWorkloads),
                workloadLabel.under()
                        + "; there since "
                        + visibleWorkloads.times().time(workload.state().since()),
                visibleWorkloads.cancelForm(workload));
    }

    private static String rate(Workload workload, VisibleWorkloads visibleWorkloads) {
        return visibleWorkloads
                .cost(workload)
                .perHour()
                .map(rate -> ", at " + Format.perHour(rate))
                .orElse("");
    }

    private static List<WastedCapacity> drained(ClusterPage cluster) {
        return cluster.nodes().stream()
                .filter(
                        row ->
                                row.condition().equals("drained")
                                        || row.condition().equals("failed"))
                .map(
                        row ->
                                new WastedCapacity(
                                        row.condition().equals("failed")
                                                ? StateBadge.FAILED
                                                : StateBadge.CANCELLED,
                                        row.name(),
                                        row.path(),
                                        "is "
                                                + row.condition()
                                                + ": its "
                                                + row.what()
                                                + " get nothing new",
                                        row.words(),
                                        Optional.empty()))
                .toList();
    }

    private static List<WastedCapacity> failed(VisibleWorkloads visibleWorkloads) {
        return visibleWorkloads.ended().stream()
                .filter(each -> WorkloadLabel.badge(each.state()) == StateBadge.FAILED)
                .filter(
                        each ->
                                each.state()
                                        .since()
                                        .isAfter(visibleWorkloads.times().now().minus(LATELY)))
                .map(each -> failed(each, visibleWorkloads))
                .toList();
    }

    private static WastedCapacity failed(Workload workload, VisibleWorkloads visibleWorkloads) {
        WorkloadLabel workloadLabel = WorkloadLabel.of(workload);
        int attempts = workload.history().attempts();
        String because =
                workload.state()
                                instanceof
                                slipway.run.lifecycle.WorkloadState.Ended(_, _, var words, _)
                        ? words
                        : "";
        return new WastedCapacity(
                StateBadge.FAILED,
                workloadLabel.name(),
                workloadLabel.path(),
                "failed "
                        + (attempts > 1 ? "after " + Format.count(attempts, "attempt") : "")
                        + " at "
                        + visibleWorkloads.times().time(workload.state().since())
                        + visibleWorkloads
                                .cost(workload)
                                .soFar()
                                .map(paid -> " and cost " + Format.money(paid))
                                .orElse(""),
                workloadLabel.under() + (because.isEmpty() ? "" : "; " + because),
                Optional.empty());
    }
}
