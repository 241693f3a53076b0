package slipway.simulate.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.text.Format;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;

/** Describes a result in sentences, the same on the command line and on a page. */
public final class ResultSentences {

    private ResultSentences() {}

    public static String answer(SimulationFinding simulationFinding) {
        return switch (simulationFinding) {
            case SimulationFinding.Replayed replayed when replayed.expansion().isPresent() ->
                    describeExpansion(replayed.result(), replayed.expansion().get());
            case SimulationFinding.Replayed replayed -> describeReplay(replayed.result());
            case SimulationFinding.Packed filled -> describePacking(filled.result());
        };
    }

    private static String describeReplay(SimulationResult simulationResult) {
        return "%s after %s on average, on %s that are %s used."
                .formatted(
                        Format.count(simulationResult.jobs().finished(), "job ends", "jobs end"),
                        meanDuration(simulationResult.jct().mean()),
                        Format.count(simulationResult.use().capacity() / 1_000, "accelerator"),
                        Format.percent(simulationResult.use().utilization()));
    }

    private static String describeExpansion(
            SimulationResult now, SimulationFinding.Expansion more) {
        double change = more.result().jct().mean() / Math.max(1e-9, now.jct().mean()) - 1;
        return "With %s more %s, jobs end after %s on average instead of %s (%s)."
                .formatted(
                        Format.count(more.addition().count()),
                        more.addition().type(),
                        meanDuration(more.result().jct().mean()),
                        meanDuration(now.jct().mean()),
                        Format.change(change));
    }

    private static String describePacking(PackingResult packingResult) {
        return "%s of %s are given away when as much was asked for as there is; %s if pods may be moved together."
                .formatted(
                        precisePercent(packingResult.mean(PackingResult.Run::inPlace)),
                        Format.count(packingResult.capacity() / 1_000, "accelerator"),
                        precisePercent(packingResult.mean(PackingResult.Run::consolidated)));
    }

    /** Formats a mean in seconds. */
    public static String meanDuration(double seconds) {
        return Format.duration(Duration.ofMillis(Math.round(seconds * 1_000)));
    }

    /** The quantile of the completion times. */
    public static String quantile(SimulationResult simulationResult, double part) {
        return Format.duration(simulationResult.jct().quantile(part));
    }

    public static String quantiles(SimulationResult simulationResult) {
        return "within %s; nine of ten within %s, all but one in a hundred within %s"
                .formatted(
                        quantile(simulationResult, 0.5),
                        quantile(simulationResult, 0.9),
                        quantile(simulationResult, 0.99));
    }

    public static String acceleratorHours(SimulationResult simulationResult) {
        String lost =
                simulationResult.use().lost() < 0.5
                        ? ""
                        : ", of them %s lost or done again"
                                .formatted(hours(simulationResult.use().lost()));
        return hours(simulationResult.use().used()) + lost;
    }

    private static String hours(double hours) {
        return Format.count(Math.round(hours), "GPU-hour");
    }

    /** How often jobs were preempted, moved or resized. */
    public static String interruptions(SimulationResult simulationResult) {
        int preemptions = simulationResult.events().preemptions();
        List<String> parts = new ArrayList<>();
        parts.add(preemptions == 0 ? "no job" : preemptions(simulationResult, preemptions));
        if (simulationResult.events().migrations() > 0) {
            parts.add(Format.count(simulationResult.events().migrations(), "move"));
        }
        if (simulationResult.events().resizes() > 0) {
            parts.add(Format.count(simulationResult.events().resizes(), "change") + " of size");
        }
        return String.join("; ", parts);
    }

    private static String preemptions(SimulationResult simulationResult, int count) {
        return Format.count(count, "preemption")
                + ", one for "
                + Format.number(simulationResult.jobs().all() / (double) count, 1)
                + " jobs";
    }

    public static Optional<String> deadlines(SimulationResult simulationResult) {
        SimulationResult.Jobs jobs = simulationResult.jobs();
        return jobs.withDeadline() == 0
                ? Optional.empty()
                : Optional.of(
                        "%s of %s met"
                                .formatted(
                                        Format.percent(
                                                jobs.deadlinesMet() / (double) jobs.withDeadline()),
                                        Format.count(jobs.withDeadline())));
    }

    /** Failures and jobs that did not finish. */
    public static Optional<String> failures(SimulationResult simulationResult) {
        List<String> parts = new ArrayList<>();
        add(parts, simulationResult.events().failures(), "failure of a node", "failures of nodes");
        add(
                parts,
                simulationResult.events().reclaims(),
                "spot node taken away",
                "spot nodes taken away");
        add(parts, simulationResult.jobs().abandoned(), "job given up", "jobs given up");
        add(
                parts,
                simulationResult.jobs().unfinished(),
                "job that never ended",
                "jobs that never ended");
        return parts.isEmpty() ? Optional.empty() : Optional.of(Format.list(parts));
    }

    private static void add(List<String> parts, int count, String one, String many) {
        if (count > 0) {
            parts.add(Format.count(count, one, many));
        }
    }

    /** The jobs of the trace that were excluded, with reasons. */
    public static Optional<String> dropped(SimulationResult simulationResult) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(simulationResult.dropped())
                .forEach((why, count) -> parts.add(Format.count(count) + " " + dropReason(why)));
        return parts.isEmpty() ? Optional.empty() : Optional.of(Format.list(parts));
    }

    private static String dropReason(String why) {
        return switch (why) {
            case "outside_window" -> "outside the days that were asked for";
            case "unknown_vc" -> "of virtual clusters of unknown size";
            case "zero_duration" -> "without a duration";
            case "no_accelerator" -> "without an accelerator";
            case "never_ran" -> "that never ran";
            case "ask_too_large" -> "that fit nowhere";
            case "ask_over_limit" -> "over their team's limit";
            case "unknown_accelerator" -> "that ask for an unknown type";
            default -> "for " + why.replace('_', ' ');
        };
    }

    /** With two decimals, because packings differ by tenths of a percent. */
    public static String precisePercent(double share) {
        return Format.number(100 * share, 2) + "\u202f%";
    }
}
