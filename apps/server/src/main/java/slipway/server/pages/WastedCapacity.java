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
 * Capacity that is held idle or out of service, or was used by a failed workload.
 *
 * @param description a sentence that continues after the name
 * @param detail owner and time
 * @param action the remedy, for users with permission
 */
public record WastedCapacity(
        StateBadge state,
        String name,
        String path,
        String description,
        String detail,
        Optional<PageForm> action) {

    private static final Duration RECENT = Duration.ofHours(24);
    private static final int MAX_ITEMS = 8;

    /** Idle workloads first, then nodes out of service, then recent failures. */
    static List<WastedCapacity> of(VisibleWorkloads workloads, Optional<ClusterPage> cluster) {
        List<WastedCapacity> all = new ArrayList<>();
        cluster.ifPresent(
                page -> {
                    all.addAll(idle(workloads, page));
                    all.addAll(drained(page));
                });
        all.addAll(failed(workloads));
        return all.stream().limit(MAX_ITEMS).toList();
    }

    private static List<WastedCapacity> idle(VisibleWorkloads workloads, ClusterPage cluster) {
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
        return workloads.live().stream()
                .filter(workload -> idle.getOrDefault(VisibleWorkloads.path(workload), 0) > 0)
                .map(workload -> idle(workload, workloads))
                .toList();
    }

    private static int count(List<AcceleratorCell> cells) {
        return (int) cells.stream().filter(cell -> cell.is() == AcceleratorCell.Is.IDLE).count();
    }

    private static WastedCapacity idle(Workload workload, VisibleWorkloads workloads) {
        WorkloadLabel label = WorkloadLabel.of(workload);
        return new WastedCapacity(
                StateBadge.IDLE,
                label.name(),
                label.path(),
                "holds "
                        + workloads.holds(workload)
                        + " and does not use it now"
                        + rate(workload, workloads),
                label.under() + "; since " + workloads.times().time(workload.state().since()),
                workloads.cancelForm(workload));
    }

    private static String rate(Workload workload, VisibleWorkloads workloads) {
        return workloads
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
                                                + " get no new workloads",
                                        row.words(),
                                        Optional.empty()))
                .toList();
    }

    private static List<WastedCapacity> failed(VisibleWorkloads workloads) {
        return workloads.ended().stream()
                .filter(workload -> WorkloadLabel.badge(workload.state()) == StateBadge.FAILED)
                .filter(
                        workload ->
                                workload.state()
                                        .since()
                                        .isAfter(workloads.times().now().minus(RECENT)))
                .map(workload -> failed(workload, workloads))
                .toList();
    }

    private static WastedCapacity failed(Workload workload, VisibleWorkloads workloads) {
        WorkloadLabel label = WorkloadLabel.of(workload);
        int attempts = workload.history().attempts();
        String reason =
                workload.state()
                                instanceof
                                slipway.run.lifecycle.WorkloadState.Ended(_, _, var cause, _)
                        ? cause
                        : "";
        return new WastedCapacity(
                StateBadge.FAILED,
                label.name(),
                label.path(),
                "failed "
                        + (attempts > 1 ? "after " + Format.count(attempts, "attempt") : "")
                        + " at "
                        + workloads.times().time(workload.state().since())
                        + workloads
                                .cost(workload)
                                .soFar()
                                .map(paid -> " and cost " + Format.money(paid))
                                .orElse(""),
                label.under() + (reason.isEmpty() ? "" : "; " + reason),
                Optional.empty());
    }
}
