package slipway.surface.plan.server;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.GpuTime;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.journal.table.KeyRange;
import slipway.run.Runner;
import slipway.run.attempt.StepHistory;
import slipway.run.attempt.StepRecord;
import slipway.run.attempt.UsageSamples;
import slipway.run.cost.WorkloadCost;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;
import slipway.spec.workload.TrainingSpec;

/**
 * Writes down what was expected of a workload when it began, and when it has ended what came of it. A pilot runs to no
 * end, so nothing is expected of it.
 */
final class OutcomeRecorder implements EvidenceRecorder {

    /** Thousandths of an accelerator times milliseconds make a second of one. */
    private static final double SECOND = 1e6;

    private final Runner runner;
    private final CurrentPlanner currentPlanner;

    OutcomeRecorder(Runner runner, CurrentPlanner currentPlanner) {
        this.runner = runner;
        this.currentPlanner = currentPlanner;
    }

    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents desk) {
        return switch (fact) {
            case Fact.WorkloadStarted(var id, var attempt) when attempt == 1 ->
                    found(id).flatMap(it -> begun(it, at)).stream().toList();
            case Fact.WorkloadEnded ended ->
                    desk
                            .document(Kind.FORECAST, ended.workload())
                            .flatMap(it -> EvidenceJson.read(it, RecordedEstimate.class))
                            .flatMap(
                                    it ->
                                            over(ended.workload())
                                                    .map(over -> ended(over, it, ended, at)))
                            .stream()
                            .toList();
            default -> List.of();
        };
    }

    private Optional<Workload> found(WorkloadId id) {
        return runner.find(id.value(), _ -> true);
    }

    /** From its table: a reader of the journal may hear of the end before the picture shows it. */
    private Optional<Workload> over(WorkloadId id) {
        return runner.ended(KeyRange.only(id.value()), _ -> true).stream()
                .filter(it -> it.id().equals(id))
                .findFirst();
    }

    private Optional<EvidenceDocument> begun(Workload workload, Instant at) {
        return workload.spec()
                .planToEnd()
                .flatMap(
                        plan ->
                                runner.accelerators(workload)
                                        .flatMap(place -> forecast(plan, place)))
                .map(it -> paper(Kind.FORECAST, workload, at, it));
    }

    private Optional<RecordedEstimate> forecast(TrainingSpec plan, AcceleratorSet acceleratorSet) {
        return RecordedEstimate.of(
                currentPlanner.corrected().estimate(plan, acceleratorSet),
                currentPlanner.alone().estimate(plan, acceleratorSet),
                acceleratorSet.accelerators(),
                currentPlanner.number());
    }

    private EvidenceDocument ended(
            Workload workload,
            RecordedEstimate recordedEstimate,
            Fact.WorkloadEnded end,
            Instant at) {
        StepHistory stepHistory = marks(workload);
        Optional<StepHistory.Pace> pace = stepHistory.pace();
        WorkloadCost workloadCost =
                runner.costCalculator().of(workload, Optional.empty(), Optional.empty());
        var estimateOutcome =
                new EstimateOutcome(
                        workload.name(),
                        recordedEstimate,
                        end.outcome(),
                        held(workload) / recordedEstimate.accelerators(),
                        pace.map(it -> it.step().toNanos() / 1e9),
                        pace.map(StepHistory.Pace::steps).orElse(0L),
                        stepHistory.last().flatMap(StepRecord::total),
                        memory(workload),
                        workloadCost.soFar().map(it -> it.millionths()),
                        workloadCost.currency().getCurrencyCode());
        return paper(Kind.OUTCOME, workload, at, estimateOutcome);
    }

    /** Of its newest attempt that said something. */
    private StepHistory marks(Workload workload) {
        for (int attempt = workload.history().attempts(); attempt > 0; attempt--) {
            StepHistory stepHistory =
                    runner.directory(new AttemptId(workload.id(), attempt)).stepHistory();
            if (!stepHistory.isEmpty()) {
                return stepHistory;
            }
        }
        return StepHistory.NONE;
    }

    /** Seconds of one accelerator. */
    private static double held(Workload workload) {
        return workload.history().held().perType().values().stream()
                        .mapToDouble(GpuTime::millionths)
                        .sum()
                / SECOND;
    }

    private Optional<Long> memory(Workload workload) {
        return UsageSamples.of(runner.directory(workload.attempt())).samples().stream()
                .flatMap(it -> it.gpus().stream())
                .map(UsageSamples.Gpu::memory)
                .max(Comparator.naturalOrder())
                .map(Bytes::count)
                .filter(it -> it > 0);
    }

    private static EvidenceDocument paper(
            Kind kind, Workload workload, Instant at, Record document) {
        return new EvidenceDocument(
                kind,
                workload.id(),
                at,
                workload.header().owner(),
                workload.team(),
                EvidenceJson.write(document));
    }
}
