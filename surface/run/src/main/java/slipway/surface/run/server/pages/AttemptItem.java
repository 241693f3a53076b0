package slipway.surface.run.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.lifecycle.Workload;
import slipway.surface.web.component.StateBadge;

/**
 * One attempt of a workload.
 *
 * @param held how long it held its allocation; empty if the journal no longer has its events
 * @param exit the exit codes that its nodes wrote
 * @param shown whether the page shows the log of this attempt
 */
public record AttemptItem(
        int number,
        StateBadge state,
        String word,
        String on,
        Optional<Instant> from,
        Optional<String> held,
        String exit,
        String path,
        boolean shown) {

    private static final String NONE = "none";

    static List<AttemptItem> of(
            Workload workload, WorkloadHistory workloadHistory, int shown, Scope scope) {
        List<AttemptItem> rows = new ArrayList<>();
        int newest = workload.history().attempts();
        for (int number = newest; number >= 1 && number > newest - 50; number--) {
            rows.add(row(workload, number, workloadHistory, shown, scope));
        }
        return rows;
    }

    record Scope(Runner runner, TimeFormat times) {}

    private static AttemptItem row(
            Workload workload,
            int number,
            WorkloadHistory workloadHistory,
            int shown,
            Scope scope) {
        Optional<WorkloadHistory.RecordedFact> placed =
                workloadHistory.facts().stream()
                        .filter(
                                recorded ->
                                        recorded.fact() instanceof Fact.WorkloadPlaced fact
                                                && fact.attempt() == number)
                        .findFirst();
        Optional<WorkloadHistory.RecordedFact> end =
                end(workloadHistory, number, placed.map(WorkloadHistory.RecordedFact::at));
        String exit = exit(scope.runner().directory(WorkloadPages.attempt(workload, number)));
        StateBadge ended = state(workloadHistory, number, end, exit);
        boolean current =
                number == workload.history().attempts()
                        && workload.state().currentPlacement().isPresent();
        Instant until = end.map(WorkloadHistory.RecordedFact::at).orElse(scope.times().now());
        return new AttemptItem(
                number,
                current ? WorkloadLabel.badge(workload.state()) : ended,
                current ? word(workload) : word(ended),
                placed.map(recorded -> ((Fact.WorkloadPlaced) recorded.fact()).nodes())
                        .map(Format::list)
                        .orElse("unknown"),
                placed.map(WorkloadHistory.RecordedFact::at),
                placed.filter(_ -> current || end.isPresent())
                        .map(recorded -> Format.duration(Duration.between(recorded.at(), until))),
                exit,
                "/workloads/" + workload.id() + "?attempt=" + number,
                number == shown);
    }

    /** The event that ended it: the end of the workload, its return to the queue, or the next attempt. */
    private static Optional<WorkloadHistory.RecordedFact> end(
            WorkloadHistory workloadHistory, int number, Optional<Instant> from) {
        return workloadHistory.facts().stream()
                .filter(recorded -> from.isPresent() && !recorded.at().isBefore(from.get()))
                .filter(
                        recorded ->
                                switch (recorded.fact()) {
                                    case Fact.WorkloadQueued queued -> queued.attempt() == number;
                                    case Fact.WorkloadEnded ended -> ended.attempt() == number;
                                    case Fact.WorkloadPlaced placed ->
                                            placed.attempt() == number + 1;
                                    default -> false;
                                })
                .findFirst();
    }

    private static String word(Workload workload) {
        String label = workload.state().label();
        return label.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + label.substring(1);
    }

    /** The state of an attempt that is over: how the workload ended, a migration, or why it was queued again. */
    private static StateBadge state(
            WorkloadHistory workloadHistory,
            int number,
            Optional<WorkloadHistory.RecordedFact> end,
            String exit) {
        if (end.isEmpty()) {
            return StateBadge.AHEAD;
        }
        return switch (end.get().fact()) {
            case Fact.WorkloadEnded ended ->
                    switch (ended.outcome()) {
                        case "succeeded" -> StateBadge.SUCCEEDED;
                        case "cancelled" -> StateBadge.CANCELLED;
                        default -> StateBadge.FAILED;
                    };
            case Fact.WorkloadPlaced _ -> StateBadge.PREEMPTING;
            default ->
                    wasStopped(workloadHistory, number)
                            ? StateBadge.PREEMPTING
                            : exit.equals(NONE) ? StateBadge.LOST : StateBadge.FAILED;
        };
    }

    private static boolean wasStopped(WorkloadHistory workloadHistory, int number) {
        return workloadHistory.facts().stream()
                .anyMatch(
                        recorded ->
                                recorded.fact() instanceof Fact.WorkloadStop fact
                                        && fact.attempt() == number);
    }

    private static String word(StateBadge stateBadge) {
        return switch (stateBadge) {
            case AHEAD -> "Unknown";
            case PREEMPTING -> "Preempted";
            default -> stateBadge.title();
        };
    }

    private static String exit(AttemptDirectory directory) {
        var exits = directory.exits();
        if (exits.isEmpty()) {
            return NONE;
        }
        List<String> codes =
                exits.entrySet().stream()
                        .filter(each -> each.getValue().code() != 0)
                        .limit(3)
                        .map(
                                each ->
                                        exits.size() == 1
                                                ? String.valueOf(each.getValue().code())
                                                : each.getValue().code()
                                                        + " on rank "
                                                        + each.getKey())
                        .toList();
        return codes.isEmpty() ? "0" : Format.list(codes);
    }
}
