package slipway.schedule.decision;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.text.TimeFormat;
import slipway.schedule.decision.Decision.Wait;
import slipway.schedule.snapshot.SchedulableWorkload;

/**
 * Why a workload is pending, when it will start, and what would help.
 *
 * @param free the free accelerators that it could use, as in "2 H100 on h100-b1"
 * @param quota what its team uses and is guaranteed; empty where no quota is set
 * @param displaced the jobs that are preempted or migrated for it now
 */
public record Explanation(
        SchedulableWorkload workload,
        Decision decision,
        Forecast forecast,
        String free,
        String quota,
        List<Suggestion> suggestions,
        List<Decision> displaced) {

    public Explanation {
        suggestions = List.copyOf(suggestions);
        displaced = List.copyOf(displaced);
    }

    /**
     * A change that the owner can make.
     *
     * @param option the command line option, such as {@code --gpus 4}
     * @param start when it would start then
     */
    public record Suggestion(String option, Forecast.Window start) {}

    /** The lines that are printed. */
    public List<String> lines(TimeFormat timeFormat) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(timeFormat));
        if (decision instanceof Wait wait) {
            wait.reservation()
                    .filter(reservation -> !reservation.viaPreemption())
                    .ifPresent(
                            reservation ->
                                    lines.add(
                                            "  reserved   %s, from %s at the latest"
                                                    .formatted(
                                                            reservation.placement().describe(),
                                                            timeFormat.time(
                                                                    reservation.latestStart()))));
            lines.add("  free now   " + free);
            if (!quota.isEmpty()) {
                lines.add("  quota      " + quota);
            }
            lines.add("  starts     " + forecast.describe(workload.id(), timeFormat));
            suggestions(lines, timeFormat);
            lines.add(wait.cause().nextStep());
        }
        return lines;
    }

    private String summary(TimeFormat timeFormat) {
        String name = workload.id().value();
        return switch (decision) {
            case Wait wait -> name + " waits. " + wait.cause().sentence(timeFormat);
            case Decision.Start start ->
                    name + " starts now on " + start.placement().describe() + ".";
            case Decision.Preempt preempt ->
                    name + " was told to stop by " + timeFormat.time(preempt.by()) + ".";
            case Decision.Resize resize ->
                    "%s continues with %d nodes.".formatted(name, resize.to().nodes());
            case Decision.Migrate migrate ->
                    "%s moves to %s, so that %s finds room."
                            .formatted(name, migrate.to().describe(), migrate.beneficiary());
            case Decision.Stay _ -> name + " runs.";
        };
    }

    private void suggestions(List<String> lines, TimeFormat timeFormat) {
        if (!suggestions.isEmpty()) {
            lines.add("What would help");
            int width =
                    suggestions.stream()
                            .mapToInt(suggestion -> suggestion.option.length())
                            .max()
                            .orElse(0);
            for (Suggestion suggestion : suggestions) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "  %-" + width + "s  starts %s",
                                suggestion.option,
                                timeFormat.time(suggestion.start.at())));
            }
        }
    }

    /** When it will start, if that is within the horizon. */
    public Optional<Forecast.Window> start() {
        return forecast.of(workload.id());
    }
}
