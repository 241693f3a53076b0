package slipway.surface.run.server.pages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.run.lifecycle.Workload;

/**
 * The queue page.
 *
 * @param next the workload that starts next, and when
 * @param ended the most recent ones
 */
public record QueuePage(
        long running,
        long waiting,
        Optional<Next> next,
        List<TeamQueue> teams,
        List<EndedItem> ended) {

    private static final int MAX_PER_TEAM = 100;
    private static final int MAX_ENDED = 10;

    /** The workload that starts next. */
    public record Next(String name, String path, PendingItem.Starts starts) {}

    /**
     * The workloads of one team.
     *
     * @param more how many waiting workloads are not listed
     */
    public record TeamQueue(
            String team, List<RunningItem> running, List<PendingItem> waiting, long more) {

        /** Whether any waiting workload has a price. */
        public boolean priced() {
            return waiting.stream().anyMatch(row -> row.cost().isPresent());
        }

        public long waits() {
            return waiting.size() + more;
        }

        /** Whether it can change places with the workload {@code by} positions away. */
        public boolean mayMove(int at, int by) {
            int other = at + by;
            return other >= 0
                    && other < waiting.size()
                    && waiting.get(at).line().isPresent()
                    && waiting.get(at).line().equals(waiting.get(other).line());
        }
    }

    static QueuePage of(VisibleWorkloads visibleWorkloads) {
        List<Workload> waiting = visibleWorkloads.waiting();
        List<RunningItem> running = visibleWorkloads.running();
        Map<String, List<RunningItem>> runs = new TreeMap<>();
        running.forEach(
                row -> runs.computeIfAbsent(row.face().team(), _ -> new ArrayList<>()).add(row));
        Map<String, List<Workload>> waits = new LinkedHashMap<>();
        waiting.forEach(
                each ->
                        waits.computeIfAbsent(each.team().value(), _ -> new ArrayList<>())
                                .add(each));
        List<TeamQueue> teams = new ArrayList<>();
        var names = new java.util.TreeSet<>(runs.keySet());
        names.addAll(waits.keySet());
        for (String team : names) {
            List<Workload> pending = waits.getOrDefault(team, List.of());
            teams.add(
                    new TeamQueue(
                            team,
                            runs.getOrDefault(team, List.of()),
                            pending.stream()
                                    .limit(MAX_PER_TEAM)
                                    .map(each -> PendingItem.of(each, visibleWorkloads))
                                    .toList(),
                            Math.max(0, pending.size() - MAX_PER_TEAM)));
        }
        return new QueuePage(
                running.size(),
                waiting.size(),
                next(waiting, visibleWorkloads),
                teams,
                visibleWorkloads.ended().stream()
                        .limit(MAX_ENDED)
                        .map(each -> EndedItem.of(each, visibleWorkloads))
                        .toList());
    }

    public static Optional<Next> next(List<Workload> waiting, VisibleWorkloads visibleWorkloads) {
        return waiting.stream()
                .flatMap(
                        each ->
                                visibleWorkloads.queueForecast().forecast().of(each.id()).stream()
                                        .map(
                                                window ->
                                                        new Next(
                                                                VisibleWorkloads.name(each),
                                                                VisibleWorkloads.path(each),
                                                                PendingItem.starts(
                                                                        window, visibleWorkloads))))
                .min(Comparator.comparing(next -> next.starts().at()));
    }
}
