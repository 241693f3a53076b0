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

/** The plan of a workload and the estimate from it, as API views and lines of text. */
record EstimateViews(Optional<TrainingSpec> plan, Optional<WorkloadEstimate> estimate) {

    static EstimateViews of(Workload workload, Runner runner) {
        return new EstimateViews(
                workload.spec().plan(),
                workload.state().ended() ? Optional.empty() : runner.estimate(workload));
    }

    static EstimateViews of(Submission submission, Runner runner) {
        return new EstimateViews(submission.spec().plan(), runner.estimate(submission));
    }

    List<String> warnings() {
        return estimate.flatMap(WorkloadEstimate::warning).stream().toList();
    }

    /** The basis of the run time estimate, if that is the plan. */
    Optional<String> restsOn(RuntimeEstimate runtimeEstimate) {
        return runtimeEstimate.source() == RuntimeEstimate.Source.PLAN
                ? plan.map(it -> "its plan: " + it.summary() + grounds())
                : Optional.empty();
    }

    /** The first ground, and those that calibration from finished workloads has corrected. */
    private String grounds() {
        List<Ground> all =
                estimate.flatMap(WorkloadEstimate::time).map(Estimate::grounds).orElse(List.of());
        return Stream.concat(
                        all.stream().limit(1),
                        all.stream().skip(1).filter(it -> it.source() == Source.CALIBRATED))
                .map(it -> "; " + it.sentence())
                .collect(Collectors.joining());
    }

    /** The lines of an explanation below run time and cost. */
    List<String> lines(RuntimeEstimate runtimeEstimate) {
        List<String> lines = new ArrayList<>();
        restsOn(runtimeEstimate).ifPresent(basis -> lines.add("  based on   " + basis));
        estimate.map(WorkloadEstimate::memory)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> lines.add("  memory     " + text));
        warnings().forEach(text -> lines.add("  warning    " + text));
        return lines;
    }

    /** The same for a running workload, as sentences. */
    List<String> sentences(Optional<RuntimeEstimate> runtimeEstimate) {
        List<String> sentences = new ArrayList<>(warnings());
        runtimeEstimate.flatMap(this::takes).ifPresent(sentences::add);
        return sentences;
    }

    private Optional<String> takes(RuntimeEstimate runtimeEstimate) {
        Optional<String> time = CostViews.takes(runtimeEstimate).map(CostViews::text);
        return restsOn(runtimeEstimate)
                .map(basis -> "It takes %s, based on %s.".formatted(time.orElseThrow(), basis));
    }
}
