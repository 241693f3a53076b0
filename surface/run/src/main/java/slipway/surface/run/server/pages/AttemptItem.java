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
 * One try at running it.
 *
 * @param held how long it held its place; empty where the journal does not tell any more
 * @param exit how its nodes ended, as they wrote it themselves
 * @param shown whether its log is the one on the page
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

    /** What rows are made with. */
    record Scope(Runner runner, TimeFormat times) {}

    private static AttemptItem row(
            Workload workload,
            int number,
            WorkloadHistory workloadHistory,
            int shown,
            Scope scope) {
        Optional<WorkloadHistory.Told> placed =
                workloadHistory.told().stream()
                        .filter(
                                told ->
                                        told.fact() instanceof Fact.WorkloadPlaced fact
                                                && fact.attempt() == number)
                        .findFirst();
        Optional<WorkloadHistory.Told> over =
                over(workloadHistory, number, placed.map(WorkloadHistory.Told::at));
        String exit = exit(scope.runner().directory(WorkloadPages.attempt(workload, number)));
        StateBadge ended = state(workloadHistory, number, over, exit);
        boolean goesOn =
                number == workload.history().attempts()
                        && workload.state().currentPlacement().isPresent();
        Instant until = over.map(WorkloadHistory.Told::at).orElse(scope.times().now());
        return new AttemptItem(
                number,
                goesOn ? WorkloadLabel.glyph(workload.state()) : ended,
                goesOn ? word(workload) : word(ended),
                placed.map(told -> ((Fact.WorkloadPlaced) told.fact()).nodes())
                        .map(Format::list)
                        .orElse("not told any more"),
                placed.map(WorkloadHistory.Told::at),
                placed.filter(_ -> goesOn || over.isPresent())
                        .map(told -> Format.duration(Duration.between(told.at(), until))),
                exit,
                "/workloads/" + workload.id() + "?attempt=" + number,
                number == shown);
    }

    /** What followed it: the end, the queue again, or the next attempt. */
    private static Optional<WorkloadHistory.Told> over(
            WorkloadHistory workloadHistory, int number, Optional<Instant> from) {
        return workloadHistory.told().stream()
                .filter(told -> from.isPresent() && !told.at().isBefore(from.get()))
                .filter(
                        told ->
                                switch (told.fact()) {
                                    case Fact.WorkloadQueued queued -> queued.attempt() == number;
                                    case Fact.WorkloadEnded ended -> ended.attempt() == number;
                                    case Fact.WorkloadPlaced placed ->
                                            placed.attempt() == number + 1;
                                    default -> false;
                                })
                .findFirst();
    }

    private static String word(Workload workload) {
        String word = workload.state().label();
        return word.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + word.substring(1);
    }

    /** How an attempt that is over reads: its end, a move, or why it had to be tried again. */
    private static StateBadge state(
            WorkloadHistory workloadHistory,
            int number,
            Optional<WorkloadHistory.Told> over,
            String exit) {
        if (over.isEmpty()) {
            return StateBadge.AHEAD;
        }
        return switch (over.get().fact()) {
            case Fact.WorkloadEnded ended ->
                    switch (ended.outcome()) {
                        case "succeeded" -> StateBadge.SUCCEEDED;
                        case "cancelled" -> StateBadge.CANCELLED;
                        default -> StateBadge.FAILED;
                    };
            case Fact.WorkloadPlaced _ -> StateBadge.PREEMPTING;
            default ->
                    wasTold(workloadHistory, number)
                            ? StateBadge.PREEMPTING
                            : exit.equals(NONE) ? StateBadge.LOST : StateBadge.FAILED;
        };
    }

    private static boolean wasTold(WorkloadHistory workloadHistory, int number) {
        return workloadHistory.told().stream()
                .anyMatch(
                        told ->
                                told.fact() instanceof Fact.WorkloadStop fact
                                        && fact.attempt() == number);
    }

    private static String word(StateBadge stateBadge) {
        return switch (stateBadge) {
            case AHEAD -> "Not told any more";
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
