package slipway.surface.plan.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.evidence.EvidenceDocument;
import slipway.plan.acceptance.AcceptanceReport;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.Measurement;
import slipway.plan.acceptance.MeasurementRecord;
import slipway.plan.acceptance.MeasurementRecord.NodeResult;
import slipway.surface.api.json.RawJson;
import slipway.surface.plan.api.MeasurementRoutes.FindingView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;

/** Measurements as the API shows them, compared with the current catalog. */
final class MeasurementViews {

    private final AcceptanceTest acceptanceTest;

    MeasurementViews(Catalog catalog) {
        this.acceptanceTest = new AcceptanceTest(catalog);
    }

    MeasurementView of(EvidenceDocument evidenceDocument) {
        MeasurementRecord measurementRecord = MeasurementRecord.read(evidenceDocument.body());
        List<NodeFindingsView> findings = new ArrayList<>();
        Optional<String> failure = measurementRecord.failure();
        for (NodeResult result : measurementRecord.results()) {
            try {
                findings.add(view(measurementRecord, result));
            } catch (Problem unreadable) {
                failure = Optional.of(unreadable.what() + " " + unreadable.why());
            }
        }
        return new MeasurementView(
                evidenceDocument.workload().value(),
                measurementRecord.nodes(),
                measurementRecord.provider(),
                evidenceDocument.author(),
                evidenceDocument.at(),
                state(measurementRecord, findings),
                failure,
                findings);
    }

    private static String state(
            MeasurementRecord measurementRecord, List<NodeFindingsView> findings) {
        if (!measurementRecord.isDone()) {
            return "running";
        }
        if (findings.isEmpty()) {
            return "failed";
        }
        return findings.stream().allMatch(NodeFindingsView::used) ? "measured" : "busy";
    }

    private NodeFindingsView view(MeasurementRecord measurementRecord, NodeResult result) {
        Measurement measurement =
                AcceptanceTest.read(result.node(), result.document()).withNode(result.node());
        AcceptanceReport acceptanceReport = report(measurementRecord, measurement);
        return new NodeFindingsView(
                result.node(),
                measurement.at(),
                measurement.duration().toSeconds(),
                measurement.isUsable(),
                acceptanceReport.summary(),
                acceptanceReport.findings().stream().map(FindingView::of).toList(),
                acceptanceReport.remarks(),
                new RawJson(result.document()));
    }

    /** Compares without the machine and the storage if the catalog no longer has them. */
    private AcceptanceReport report(MeasurementRecord measurementRecord, Measurement measurement) {
        try {
            return acceptanceTest.report(
                    measurement, measurementRecord.machine(), measurementRecord.storage());
        } catch (Problem gone) {
            return acceptanceTest.report(measurement, Optional.empty(), Optional.empty());
        }
    }
}
