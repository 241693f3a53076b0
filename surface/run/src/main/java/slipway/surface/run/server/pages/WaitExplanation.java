package slipway.surface.run.server.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.decision.Explanation;
import slipway.schedule.decision.Forecast;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.TimelineEntry;

/**
 * Why a workload waits.
 *
 * @param facts what is free and what its team has, as the scheduler says it
 * @param helps what its owner could change, and when it would start then
 */
public record WaitExplanation(
        String why,
        Optional<String> next,
        Optional<PendingItem.Starts> starts,
        List<FactItem> facts,
        List<FactItem> helps) {

    static Optional<WaitExplanation> of(Workload workload, VisibleWorkloads visibleWorkloads) {
        boolean waits =
                workload.state() instanceof WorkloadState.Queued
                        || workload.state() instanceof WorkloadState.Submitted;
        if (!waits) {
            return Optional.empty();
        }
        Optional<Explanation> explained =
                workload.state() instanceof WorkloadState.Queued
                        ? visibleWorkloads.runner().explain(workload.id())
                        : Optional.empty();
        PendingItem row = PendingItem.of(workload, visibleWorkloads);
        return Optional.of(
                new WaitExplanation(
                        explained
                                .map(
                                        one ->
                                                PendingItem.why(
                                                        workload,
                                                        Optional.of(one.decision()),
                                                        visibleWorkloads))
                                .orElse(row.why()),
                        row.help(),
                        explained
                                .flatMap(Explanation::start)
                                .map(window -> PendingItem.starts(window, visibleWorkloads)),
                        explained.map(one -> facts(one)).orElse(List.of()),
                        explained.map(one -> helps(one, visibleWorkloads)).orElse(List.of())));
    }

    private static List<FactItem> facts(Explanation explained) {
        List<FactItem> facts = new ArrayList<>();
        if (explained.workload().request().accelerators().count() > 0) {
            facts.add(FactItem.of("Free now", explained.free()));
        }
        if (!explained.quota().isEmpty()) {
            facts.add(FactItem.of("Quota", explained.quota()));
        }
        return facts;
    }

    private static List<FactItem> helps(Explanation explained, VisibleWorkloads visibleWorkloads) {
        return explained.suggestions().stream()
                .map(help -> FactItem.of(help.option(), would(help.start(), visibleWorkloads)))
                .toList();
    }

    private static String would(Forecast.Window start, VisibleWorkloads visibleWorkloads) {
        return "would start at " + visibleWorkloads.times().time(start.at());
    }

    /** The story with what is expected at its end. */
    List<TimelineEntry> after(List<TimelineEntry> story) {
        List<TimelineEntry> all = new ArrayList<>(story);
        starts.ifPresent(
                ahead ->
                        all.add(
                                TimelineEntry.ahead(
                                        ahead.at(), "Expected to start, " + ahead.under())));
        return all;
    }
}
