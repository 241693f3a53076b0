package slipway.surface.plan.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.engine.AttemptId;

/**
 * Writes down what a measurement found, once its workload has ended. Only of workloads that somebody was allowed to
 * begin as a measurement: any other job may print what it likes.
 */
final class MeasurementRecorder implements EvidenceRecorder {

    /** Far more than a result and what stands around it. */
    private static final int END_OF_LOG = 512 << 10;

    private final Runner runner;

    MeasurementRecorder(Runner runner) {
        this.runner = runner;
    }

    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents desk) {
        if (!(fact
                instanceof
                Fact.WorkloadEnded(
                        var workload,
                        var attempt,
                        var outcome,
                        var code,
                        var because))) {
            return List.of();
        }
        var end = new End(attempt, outcome, code, because);
        return desk.document(Kind.MEASUREMENT, workload).stream()
                .filter(
                        evidenceDocument ->
                                !MeasurementRecord.read(evidenceDocument.body()).isDone())
                .map(evidenceDocument -> ended(evidenceDocument, end, at))
                .toList();
    }

    /** How a workload ended. */
    private record End(int attempt, String outcome, Optional<Integer> code, String because) {}

    private EvidenceDocument ended(EvidenceDocument evidenceDocument, End end, Instant at) {
        MeasurementRecord measurementRecord = MeasurementRecord.read(evidenceDocument.body());
        List<MeasurementRecord.Told> told = new ArrayList<>();
        List<String> troubles = new ArrayList<>();
        if (end.attempt > 0) {
            var directory =
                    runner.directory(new AttemptId(evidenceDocument.workload(), end.attempt));
            for (int rank = 0; rank < measurementRecord.nodes().size(); rank++) {
                told(directory, rank, measurementRecord, troubles).ifPresent(told::add);
            }
        }
        Optional<String> trouble =
                told.size() == measurementRecord.nodes().size() && troubles.isEmpty()
                        ? Optional.empty()
                        : Optional.of(because(evidenceDocument.workload(), end, troubles));
        return new EvidenceDocument(
                evidenceDocument.kind(),
                evidenceDocument.workload(),
                at,
                evidenceDocument.author(),
                evidenceDocument.team(),
                measurementRecord.ended(told, trouble).json());
    }

    private static Optional<MeasurementRecord.Told> told(
            AttemptDirectory directory,
            int rank,
            MeasurementRecord measurementRecord,
            List<String> troubles) {
        String node = directory.node(rank).orElse(measurementRecord.nodes().get(rank));
        Optional<String> document = AcceptanceTest.document(end(directory.log(rank)));
        try {
            document.ifPresent(it -> AcceptanceTest.read(node, it));
        } catch (Problem unreadable) {
            troubles.add(unreadable.what() + " " + unreadable.why());
            return Optional.empty();
        }
        return document.map(it -> new MeasurementRecord.Told(node, it));
    }

    private static String end(AttemptLogReader log) {
        long from = Math.max(0, log.end() - END_OF_LOG);
        var text = new StringBuilder();
        AttemptLogReader.Part part = log.read(from, END_OF_LOG);
        while (part.bytes().length > 0 && text.length() < 2 * END_OF_LOG) {
            text.append(new String(part.bytes(), StandardCharsets.UTF_8));
            part = log.read(part.next(), END_OF_LOG);
        }
        return text.toString();
    }

    private static String because(WorkloadId id, End end, List<String> troubles) {
        if (!troubles.isEmpty()) {
            return String.join(" ", troubles);
        }
        if (end.code.filter(it -> it == AcceptanceTest.NO_PYTHON).isPresent()) {
            return "There is no python3 on the node, and the test is written in Python."
                    + " Install it there, then measure again.";
        }
        return "The workload %s without a result%s. What it printed: slipway logs %s"
                .formatted(
                        end.outcome.equals("succeeded") ? "ended" : end.outcome,
                        end.because.isBlank() ? "" : ": " + end.because.replaceAll("\\.$", ""),
                        id);
    }
}
