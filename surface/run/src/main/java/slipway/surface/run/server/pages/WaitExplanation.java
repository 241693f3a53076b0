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
 * @param facts free capacity and the team's quota, from the scheduler
 * @param helps changes by its owner, each with the start that it would give
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
        Optional<Explanation> explanation =
                workload.state() instanceof WorkloadState.Queued
                        ? visibleWorkloads.runner().explain(workload.id())
                        : Optional.empty();
        PendingItem item = PendingItem.of(workload, visibleWorkloads);
        return Optional.of(
                new WaitExplanation(
                        explanation
                                .map(
                                        one ->
                                                PendingItem.why(
                                                        workload,
                                                        Optional.of(one.decision()),
                                                        visibleWorkloads))
                                .orElse(item.why()),
                        item.help(),
                        explanation
                                .flatMap(Explanation::start)
                                .map(window -> PendingItem.starts(window, visibleWorkloads)),
                        explanation.map(one -> facts(one)).orElse(List.of()),
                        explanation.map(one -> helps(one, visibleWorkloads)).orElse(List.of())));
    }

    private static List<FactItem> facts(Explanation explanation) {
        List<FactItem> facts = new ArrayList<>();
        if (explanation.workload().request().accelerators().count() > 0) {
            facts.add(FactItem.of("Free now", explanation.free()));
        }
        if (!explanation.quota().isEmpty()) {
            facts.add(FactItem.of("Quota", explanation.quota()));
        }
        return facts;
    }

    private static List<FactItem> helps(
            Explanation explanation, VisibleWorkloads visibleWorkloads) {
        return explanation.suggestions().stream()
                .map(help -> FactItem.of(help.option(), wouldStart(help.start(), visibleWorkloads)))
                .toList();
    }

    private static String wouldStart(Forecast.Window start, VisibleWorkloads visibleWorkloads) {
        return "would start at " + visibleWorkloads.times().time(start.at());
    }

    /** The timeline with the expected start at its end. */
    List<TimelineEntry> appendStart(List<TimelineEntry> timeline) {
        List<TimelineEntry> all = new ArrayList<>(timeline);
        starts.ifPresent(
                expected ->
                        all.add(
                                TimelineEntry.ahead(
                                        expected.at(), "Expected to start, " + expected.under())));
        return all;
    }
}
