package slipway.server.platform;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.GpuTime;
import slipway.catalog.AcceleratorSet;
import slipway.evidence.AttemptSource;
import slipway.evidence.EndedAttempt;
import slipway.evidence.EvidenceStore;
import slipway.evidence.RecordedEstimate;
import slipway.evidence.RecordedEstimate.Range;
import slipway.journal.table.KeyRange;
import slipway.plan.CurrentPlanner;
import slipway.plan.JobEstimate;
import slipway.plan.acceptance.MeasurementRecord;
import slipway.plan.acceptance.MeasurementRecord.NodeLog;
import slipway.plan.pilot.FullRunGoal;
import slipway.plan.pilot.PilotPhase;
import slipway.plan.pilot.PilotRecord;
import slipway.plan.pilot.PilotTrace;
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.JobProgress.Doing;
import slipway.run.attempt.StepHistory;
import slipway.run.attempt.StepRecord;
import slipway.run.attempt.UsageSamples;
import slipway.run.cost.WorkloadCost;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;
import slipway.run.observe.AttemptTrace;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.ResourceSpec;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;

/** Tells evidence about attempts: translates the terms of run into those of plan and evidence. */
final class AttemptEvidence implements AttemptSource {

    private static final int MAX_CHECKPOINTS = 200;

    /** Far more than a result of the acceptance test and the lines around it. */
    private static final int END_OF_LOG = 512 << 10;

    private final Runner runner;
    private final CurrentPlanner currentPlanner;
    private final EvidenceStore evidenceStore;

    AttemptEvidence(Runner runner, CurrentPlanner currentPlanner, EvidenceStore evidenceStore) {
        this.runner = runner;
        this.currentPlanner = currentPlanner;
        this.evidenceStore = evidenceStore;
    }

    @Override
    public Optional<Started> started(Fact.WorkloadStarted start) {
        return runner.find(start.workload().value(), _ -> true)
                .flatMap(
                        workload ->
                                estimate(workload)
                                        .map(
                                                it ->
                                                        new Started(
                                                                workload.header().owner(),
                                                                workload.team(),
                                                                it)));
    }

    private Optional<RecordedEstimate> estimate(Workload workload) {
        return workload.spec()
                .planToEnd()
                .flatMap(
                        plan ->
                                runner.accelerators(workload)
                                        .flatMap(accelerators -> estimate(plan, accelerators)));
    }

    private Optional<RecordedEstimate> estimate(TrainingSpec plan, AcceleratorSet accelerators) {
        JobEstimate corrected = currentPlanner.corrected().estimate(plan, accelerators);
        JobEstimate uncorrected = currentPlanner.uncorrected().estimate(plan, accelerators);
        return corrected instanceof JobEstimate.Predicted(var time, var memory, _, var pace)
                        && uncorrected instanceof JobEstimate.Predicted(_, _, _, var alone)
                ? Optional.of(
                        new RecordedEstimate(
                                pace.type(),
                                accelerators.accelerators(),
                                pace.steps(),
                                Range.of(time),
                                Range.ofSeconds(pace.step()),
                                alone.step().value(),
                                memory.peak().value().count(),
                                evidenceStore.numberInForce(),
                                time.grounds().stream().map(it -> it.sentence()).toList()))
                : Optional.empty();
    }

    /** Reads the table, because a journal reader can be ahead of the snapshot. */
    @Override
    public Optional<EndedAttempt> ended(Fact.WorkloadEnded end) {
        return runner.ended(KeyRange.only(end.workload().value()), _ -> true).stream()
                .filter(it -> it.id().equals(end.workload()))
                .findFirst()
                .map(workload -> ended(workload, end.outcome()));
    }

    private EndedAttempt ended(Workload workload, String outcome) {
        StepHistory stepHistory = stepHistory(workload);
        Optional<StepHistory.Pace> pace = stepHistory.pace();
        WorkloadCost cost =
                runner.costCalculator().of(workload, Optional.empty(), Optional.empty());
        return new EndedAttempt(
                workload.name(),
                workload.header().owner(),
                workload.team(),
                outcome,
                workload.history().held().perType().values().stream()
                        .reduce(GpuTime.ZERO, GpuTime::plus),
                new EndedAttempt.Steps(
                        pace.map(StepHistory.Pace::step),
                        pace.map(StepHistory.Pace::steps).orElse(0L),
                        stepHistory.last().flatMap(StepRecord::total)),
                peakMemory(workload),
                new EndedAttempt.Cost(cost.soFar(), cost.currency()));
    }

    /** Of the newest attempt that reported steps. */
    private StepHistory stepHistory(Workload workload) {
        return IntStream.iterate(workload.history().attempts(), it -> it > 0, it -> it - 1)
                .mapToObj(it -> runner.directory(new AttemptId(workload.id(), it)).stepHistory())
                .filter(it -> !it.isEmpty())
                .findFirst()
                .orElse(StepHistory.NONE);
    }

    private Optional<Bytes> peakMemory(Workload workload) {
        return UsageSamples.of(runner.directory(workload.attempt())).samples().stream()
                .flatMap(it -> it.gpus().stream())
                .map(UsageSamples.Gpu::memory)
                .max(Bytes::compareTo)
                .filter(it -> it.count() > 0);
    }

    @Override
    public Optional<Pilot> pilot(Fact.WorkloadEnded end) {
        return runner.find(end.workload().value(), _ -> true)
                .filter(workload -> workload.spec().pilot().isPresent())
                .map(
                        workload ->
                                new Pilot(
                                        workload.header().owner(),
                                        workload.team(),
                                        pilot(workload, end).json()));
    }

    /** The result of a pilot that has ended. */
    PilotRecord pilot(Workload workload, Fact.WorkloadEnded end) {
        FullRunGoal.Place place = place(workload);
        if (end.attempt() == 0) {
            return PilotRecord.ofUnstarted(place, end);
        }
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), end.attempt()));
        var trace =
                AttemptTrace.read(directory, runner.savedCheckpoints(workload, MAX_CHECKPOINTS));
        return PilotRecord.of(pilotTrace(trace), place, end, AttemptTrace.lastOutput(directory));
    }

    private static PilotTrace pilotTrace(AttemptTrace trace) {
        return new PilotTrace(
                trace.steps().stream()
                        .map(
                                it ->
                                        new PilotTrace.Point(
                                                trace.sinceStart(it.at()),
                                                it.step(),
                                                it.total(),
                                                it.doing()
                                                        .map(AttemptEvidence::phase)
                                                        .orElse(PilotPhase.UNTOLD),
                                                it.waited()))
                        .toList(),
                trace.checkpoints().stream().map(it -> trace.sinceStart(it.made())).toList(),
                trace.checkpoints().stream().map(it -> it.bytes()).max(Bytes::compareTo),
                new PilotTrace.Peak(trace.peakHostMemory(), trace.peakAcceleratorMemory()));
    }

    private static PilotPhase phase(Doing doing) {
        return switch (doing) {
            case START -> PilotPhase.START;
            case TRAIN -> PilotPhase.TRAIN;
            case SAVE -> PilotPhase.SAVE;
            case EVALUATE -> PilotPhase.EVALUATE;
        };
    }

    /** The resources that it held, as far as they are recorded, or else those that it requested. */
    private static FullRunGoal.Place place(Workload workload) {
        WorkloadSpec spec = workload.spec();
        int nodes = spec.scheduling().gang().nodes();
        boolean spot = spec.scheduling().gang().spot();
        Optional<Alternative> requested =
                spec.resources().accelerators().alternatives().stream().findFirst();
        if (requested.isEmpty()) {
            int cpus = spec.resources().cpus().map(ResourceSpec.Cpus::thousandths).orElse(1_000);
            return new FullRunGoal.Place(FullRunGoal.Place.CPU, cpus * nodes, nodes, spot);
        }
        String type =
                workload.history().held().perType().keySet().stream()
                        .findFirst()
                        .or(() -> requested.get().type())
                        .orElse("GPU");
        int perNode = requested.get().count() * requested.get().thousandths();
        return new FullRunGoal.Place(type, perNode * nodes, nodes, spot);
    }

    @Override
    public Optional<String> measurement(String document, Fact.WorkloadEnded end) {
        MeasurementRecord requested = MeasurementRecord.read(document);
        return requested.isDone()
                ? Optional.empty()
                : Optional.of(requested.completed(logs(requested, end), end).json());
    }

    private List<NodeLog> logs(MeasurementRecord requested, Fact.WorkloadEnded end) {
        if (end.attempt() == 0) {
            return List.of();
        }
        AttemptDirectory directory = runner.directory(new AttemptId(end.workload(), end.attempt()));
        return IntStream.range(0, requested.nodes().size())
                .mapToObj(
                        rank ->
                                new NodeLog(
                                        directory.node(rank).orElse(requested.nodes().get(rank)),
                                        tail(directory.log(rank))))
                .toList();
    }

    private static String tail(AttemptLogReader log) {
        var text = new StringBuilder();
        AttemptLogReader.Part part = log.read(Math.max(0, log.end() - END_OF_LOG), END_OF_LOG);
        while (part.bytes().length > 0 && text.length() < 2 * END_OF_LOG) {
            text.append(new String(part.bytes(), StandardCharsets.UTF_8));
            part = log.read(part.next(), END_OF_LOG);
        }
        return text.toString();
    }
}
