package slipway.surface.run.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.run.Runner;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.TrainingSpec;

/** What the plan of a workload lets expect, as the API tells it. */
record EstimateViews(Optional<TrainingSpec> plan, Optional<WorkloadEstimate> foreseen) {

    static EstimateViews of(Workload workload, Runner runner) {
        return new EstimateViews(
                workload.spec().plan(),
                workload.state().ended() ? Optional.empty() : runner.estimate(workload));
    }

    static EstimateViews of(Submission submission, Runner runner) {
        return new EstimateViews(submission.spec().plan(), runner.estimate(submission));
    }

    List<String> warnings() {
        return foreseen.flatMap(WorkloadEstimate::warning).stream().toList();
    }

    /** What the time that is told rests on, where that is the plan. */
    Optional<String> restsOn(RuntimeEstimate runtimeEstimate) {
        return runtimeEstimate.source() == RuntimeEstimate.Source.PLAN
                ? plan.map(it -> "its plan: " + it.summary() + grounds())
                : Optional.empty();
    }

    /** The first, and what finished workloads have corrected. */
    private String grounds() {
        List<Ground> all =
                foreseen.flatMap(WorkloadEstimate::time).map(Estimate::grounds).orElse(List.of());
        return Stream.concat(
                        all.stream().limit(1),
                        all.stream().skip(1).filter(it -> it.source() == Source.CALIBRATED))
                .map(it -> "; " + it.sentence())
                .collect(Collectors.joining());
    }

    /** As they stand in an answer, below time and money. */
    List<String> lines(RuntimeEstimate runtimeEstimate) {
        List<String> lines = new ArrayList<>();
        restsOn(runtimeEstimate).ifPresent(words -> lines.add("  rests on   " + words));
        foreseen.map(WorkloadEstimate::memory)
                .filter(words -> !words.isEmpty())
                .ifPresent(words -> lines.add("  memory     " + words));
        warnings().forEach(words -> lines.add("  warning    " + words));
        return lines;
    }

    /** The same of one that runs. */
    List<String> sentences(Optional<RuntimeEstimate> span) {
        List<String> sentences = new ArrayList<>(warnings());
        span.flatMap(this::takes).ifPresent(sentences::add);
        return sentences;
    }

    private Optional<String> takes(RuntimeEstimate runtimeEstimate) {
        Optional<String> time = CostViews.takes(runtimeEstimate).map(CostViews::words);
        return restsOn(runtimeEstimate)
                .map(by -> "It takes %s by %s.".formatted(time.orElseThrow(), by));
    }
}
