package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Say;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Waiting;
import slipway.schedule.picture.Workload;
import slipway.schedule.picture.Workload.Priority;

/** Puts an explanation together: each part is a call of the same functions that decide. */
final class Explaining {

    private static final int MOST_HELPS = 3;
    private static final Duration SAVES = Duration.ofMinutes(30);

    private final Cluster cluster;
    private final Instant now;
    private final Duration horizon;

    Explaining(Cluster cluster, Instant now, Duration horizon) {
        this.cluster = cluster;
        this.now = now;
        this.horizon = horizon;
    }

    Explanation of(Workload workload) {
        Plan plan = Scheduler.decide(cluster, now);
        Decision decision = plan.decision(workload.id()).orElseThrow();
        Board board = plan.board();
        String free = free(board, workload);
        String quota = quota(board, workload);
        Forecast forecast = Scheduler.forecast(cluster, Set.of(workload.id()), horizon, now);
        List<Explanation.Help> helps =
                decision instanceof Decision.Wait ? helps(workload, forecast) : List.of();
        return new Explanation(
                workload, decision, forecast, free, quota, helps, stops(plan, workload.id()));
    }

    private static List<Decision> stops(Plan plan, WorkloadId id) {
        return plan.actions().stream().filter(each -> isFor(each, id)).toList();
    }

    private static boolean isFor(Decision decision, WorkloadId id) {
        return switch (decision) {
            case Decision.Preempt(_, var because, _) ->
                    switch (because) {
                        case Decision.Reason.Reclaimed(var by) -> by.equals(id);
                        case Decision.Reason.Outranked(var by) -> by.equals(id);
                        case Decision.Reason.Overtaken(var by) -> by.equals(id);
                        case Decision.Reason.GapEnds(var by) -> by.equals(id);
                        case Decision.Reason.Booked _ -> false;
                    };
            case Decision.Migrate(_, _, var because, _) -> because.equals(id);
            case Decision.Start _, Decision.Resize _, Decision.Wait _, Decision.Stay _ -> false;
        };
    }

    private static String free(Board board, Workload workload) {
        Form form = board.form(workload.ask());
        boolean processors = workload.ask().need().count() == 0;
        Map<String, Integer> byType = new LinkedHashMap<>();
        for (Pool pool : form.pools()) {
            for (Host host : pool.hosts) {
                if (host.ready() && !form.leavesOut(host)) {
                    byType.merge(
                            processors ? "processors" : pool.type(),
                            processors ? host.cpus() : host.freeInAll(),
                            Integer::sum);
                }
            }
        }
        List<String> words = new ArrayList<>();
        byType.forEach((type, free) -> words.add(Say.acceleratorThousandths(free, type)));
        return words.isEmpty() ? "none" : Say.list(words);
    }

    private static String quota(Board board, Workload workload) {
        Share share = board.share(workload.team()).orElseThrow();
        List<String> words = new ArrayList<>();
        for (String type : board.form(workload.ask()).types()) {
            share.guarantor(type)
                    .ifPresent(
                            by ->
                                    words.add(
                                            "%s has %s, %s guaranteed"
                                                    .formatted(
                                                            by.name(),
                                                            Say.acceleratorThousandths(
                                                                    by.has(type), type),
                                                            Say.number(by.guarantee(type) / 1e3))));
        }
        return words.isEmpty() ? "" : Say.list(words);
    }

    // What would help.

    private List<Explanation.Help> helps(Workload workload, Forecast forecast) {
        Optional<Instant> planned = forecast.of(workload.id()).map(Forecast.Window::at);
        Duration sooner = planned.map(at -> Duration.between(now, at)).orElse(horizon);
        return options(workload).entrySet().parallelStream()
                .flatMap(
                        option ->
                                start(option.getValue(), sooner).stream()
                                        .filter(start -> isSooner(start, planned))
                                        .map(start -> new Explanation.Help(option.getKey(), start)))
                .limit(MOST_HELPS)
                .toList();
    }

    private static boolean isSooner(Forecast.Window start, Optional<Instant> planned) {
        return planned.isEmpty() || start.at().isBefore(planned.get());
    }

    /** What an owner can change about it, the smallest change first. */
    private Map<String, Workload> options(Workload workload) {
        Map<String, Workload> options = new LinkedHashMap<>();
        Ask ask = workload.ask();
        if (!workload.manner().checkpoints()) {
            options.put("--checkpoint 30m", workload.behaving(workload.manner().saving(SAVES)));
        }
        if (ask.need().count() > 1) {
            int half = ask.need().count() / 2;
            options.put(
                    "--gpus " + half,
                    workload.asking(
                            ask.needing(
                                    new Ask.Need(
                                            ask.need().types(), half, ask.need().thousandths()))));
        }
        if (ask.gang().nodes() > 1 && !ask.gang().elastic()) {
            int half = ask.gang().nodes() / 2;
            options.put("--nodes " + half, workload.asking(ask.nodes(half)));
        }
        if (offersMore(ask, ask.types())) {
            options.put("any type of accelerator", workload.asking(ask.types()));
        }
        Ask spot = ask.at(new Ask.Where(true, ask.where().labels(), ask.where().without()));
        if (offersMore(ask, spot)) {
            options.put("--spot", workload.asking(spot));
        }
        if (workload.manner().priority().level() < Priority.HIGH.level()) {
            options.put("--priority high", workload.behaving(workload.manner().at(Priority.HIGH)));
        }
        return options;
    }

    /** Whether there are nodes that would do for the one and do not for the other. */
    private boolean offersMore(Ask ask, Ask other) {
        return cluster.nodes().stream()
                .anyMatch(
                        node ->
                                node.condition() == Node.Condition.READY
                                        && !other.where().without().containsKey(node.name())
                                        && node.suits(other)
                                        && !node.suits(ask));
    }

    /** Only the middle: three runs for each option would take too long for an answer while somebody waits. */
    private Optional<Forecast.Window> start(Workload changed, Duration within) {
        Forecast.Run run =
                new Forward(with(changed), now, within, Span::middle)
                        .until(Set.of(changed.id()), 0);
        return Optional.ofNullable(run.starts().get(changed.id()))
                .map(
                        start ->
                                new Forecast.Window(
                                        start.at(),
                                        start.at(),
                                        Optional.of(start.at()),
                                        start.on()));
    }

    private Cluster with(Workload changed) {
        return with(cluster, changed);
    }

    /** The same picture with one waiting workload changed, or added. */
    static Cluster with(Cluster cluster, Workload changed) {
        List<Waiting> waiting = new ArrayList<>(cluster.waiting());
        waiting.removeIf(each -> each.id().equals(changed.id()));
        waiting.add(Waiting.of(changed));
        return cluster.waiting(waiting);
    }
}
