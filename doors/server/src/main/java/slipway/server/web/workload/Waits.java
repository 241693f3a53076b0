package slipway.server.web.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.run.Workload;
import slipway.run.WorkloadState;
import slipway.schedule.Explanation;
import slipway.schedule.Forecast;
import slipway.server.web.part.Moment;
import slipway.server.web.part.Term;
import slipway.server.web.queue.Scene;
import slipway.server.web.queue.WaitingRow;

/**
 * Why a workload waits.
 *
 * @param facts what is free and what its team has, as the scheduler says it
 * @param helps what its owner could change, and when it would start then
 */
public record Waits(
        String why,
        Optional<String> next,
        Optional<WaitingRow.Starts> starts,
        List<Term> facts,
        List<Term> helps) {

    static Optional<Waits> of(Workload workload, Scene visibleWorkloads) {
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
        WaitingRow row = WaitingRow.of(workload, visibleWorkloads);
        return Optional.of(
                new Waits(
                        explained
                                .map(
                                        one ->
                                                WaitingRow.why(
                                                        workload,
                                                        Optional.of(one.decision()),
                                                        visibleWorkloads))
                                .orElse(row.why()),
                        row.help(),
                        explained
                                .flatMap(Explanation::start)
                                .map(window -> WaitingRow.starts(window, visibleWorkloads)),
                        explained.map(one -> facts(one)).orElse(List.of()),
                        explained.map(one -> helps(one, visibleWorkloads)).orElse(List.of())));
    }

    private static List<Term> facts(Explanation explained) {
        List<Term> facts = new ArrayList<>();
        if (explained.workload().ask().need().count() > 0) {
            facts.add(Term.of("Free now", explained.free()));
        }
        if (!explained.quota().isEmpty()) {
            facts.add(Term.of("Quota", explained.quota()));
        }
        return facts;
    }

    private static List<Term> helps(Explanation explained, Scene visibleWorkloads) {
        return explained.helps().stream()
                .map(help -> Term.of(help.option(), would(help.start(), visibleWorkloads)))
                .toList();
    }

    private static String would(Forecast.Window start, Scene visibleWorkloads) {
        return "would start at " + visibleWorkloads.times().time(start.at());
    }

    /** The story with what is expected at its end. */
    List<Moment> after(List<Moment> story) {
        List<Moment> all = new ArrayList<>(story);
        starts.ifPresent(
                ahead -> all.add(Moment.ahead(ahead.at(), "Expected to start, " + ahead.under())));
        return all;
    }
}
