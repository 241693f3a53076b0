package slipway.schedule.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.text.TimeFormat;
import slipway.schedule.decision.Decision.Wait;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Why a workload is where it is, when it will start, and what would help.
 *
 * @param free what is free now of what it could use, as in "2 H100 on h100-b1"
 * @param quota what its team has and is guaranteed, in a sentence; empty where no quota is set
 * @param stops what is told to go or to move for it now
 */
public record Explanation(
        SchedulableWorkload workload,
        Decision decision,
        Forecast forecast,
        String free,
        String quota,
        List<Help> helps,
        List<Decision> stops) {

    public Explanation {
        helps = List.copyOf(helps);
        stops = List.copyOf(stops);
    }

    /**
     * Something the owner could change.
     *
     * @param option as it is typed, such as {@code --gpus 4}
     * @param start when it would start then
     */
    public record Help(String option, Forecast.Window start) {}

    /** As it is printed. */
    public List<String> lines(TimeFormat timeFormat) {
        List<String> lines = new ArrayList<>();
        lines.add(first(timeFormat));
        if (decision instanceof Wait wait) {
            wait.promise()
                    .filter(reservation -> !reservation.room())
                    .ifPresent(
                            reservation ->
                                    lines.add(
                                            "  reserved   %s, from %s at the latest"
                                                    .formatted(
                                                            reservation.placement().words(),
                                                            timeFormat.time(reservation.until()))));
            lines.add("  free now   " + free);
            if (!quota.isEmpty()) {
                lines.add("  quota      " + quota);
            }
            lines.add("  starts     " + forecast.words(workload.id(), timeFormat));
            helps(lines, timeFormat);
            lines.add(wait.because().next());
        }
        return lines;
    }

    private String first(TimeFormat timeFormat) {
        String name = workload.id().value();
        return switch (decision) {
            case Wait wait -> name + " waits. " + wait.because().sentence(timeFormat);
            case Decision.Start start -> name + " starts now on " + start.placement().words() + ".";
            case Decision.Preempt preempt ->
                    name + " was told to stop by " + timeFormat.time(preempt.by()) + ".";
            case Decision.Resize resize ->
                    "%s goes on with %d nodes.".formatted(name, resize.to().nodes());
            case Decision.Migrate migrate ->
                    "%s moves to %s, so that %s finds room."
                            .formatted(name, migrate.to().words(), migrate.because());
            case Decision.Stay _ -> name + " runs.";
        };
    }

    private void helps(List<String> lines, TimeFormat timeFormat) {
        if (!helps.isEmpty()) {
            lines.add("What would help");
            int width = helps.stream().mapToInt(help -> help.option.length()).max().orElse(0);
            for (Help help : helps) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "  %-" + width + "s  starts %s",
                                help.option,
                                timeFormat.time(help.start.at())));
            }
        }
    }

    /** When it will start, if that is within what was looked at. */
    public Optional<Forecast.Window> start() {
        return forecast.of(workload.id());
    }
}
