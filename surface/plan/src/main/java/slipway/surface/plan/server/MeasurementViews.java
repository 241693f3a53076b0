package slipway.surface.plan.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.evidence.EvidenceDocument;
import slipway.plan.acceptance.AcceptanceReport;
import slipway.plan.acceptance.AcceptanceTest;
import slipway.plan.acceptance.FigureFinding;
import slipway.plan.acceptance.Measurement;
import slipway.surface.api.json.RawJson;
import slipway.surface.plan.api.MeasurementRoutes.FindingView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;

/** Measurements as the API shows them: held against the catalog of now. */
final class MeasurementViews {

    private static final int THOUSANDTHS = 1_000;

    private final AcceptanceTest acceptanceTest;

    MeasurementViews(Catalog catalog) {
        this.acceptanceTest = new AcceptanceTest(catalog);
    }

    MeasurementView of(EvidenceDocument evidenceDocument) {
        MeasurementRecord measurementRecord = MeasurementRecord.read(evidenceDocument.body());
        List<NodeFindingsView> found = new ArrayList<>();
        Optional<String> trouble = measurementRecord.trouble();
        for (MeasurementRecord.Told told : measurementRecord.told()) {
            try {
                found.add(view(measurementRecord, told));
            } catch (Problem unreadable) {
                trouble = Optional.of(unreadable.what() + " " + unreadable.why());
            }
        }
        return new MeasurementView(
                evidenceDocument.workload().value(),
                measurementRecord.nodes(),
                measurementRecord.provider(),
                evidenceDocument.author(),
                evidenceDocument.at(),
                state(measurementRecord, found),
                trouble,
                found);
    }

    private static String state(MeasurementRecord measurementRecord, List<NodeFindingsView> found) {
        if (!measurementRecord.isDone()) {
            return "running";
        }
        if (found.isEmpty()) {
            return "failed";
        }
        return found.stream().allMatch(NodeFindingsView::used) ? "measured" : "busy";
    }

    private NodeFindingsView view(
            MeasurementRecord measurementRecord, MeasurementRecord.Told told) {
        Measurement measurement =
                AcceptanceTest.read(told.node(), told.document()).withNode(told.node());
        AcceptanceReport acceptanceReport = report(measurementRecord, measurement);
        return new NodeFindingsView(
                told.node(),
                measurement.at(),
                measurement.duration().toSeconds(),
                measurement.isUsable(),
                acceptanceReport.summary(),
                acceptanceReport.findings().stream().map(MeasurementViews::view).toList(),
                acceptanceReport.remarks(),
                new RawJson(told.document()));
    }

    /** What the catalog no longer has is not held against it. */
    private AcceptanceReport report(MeasurementRecord measurementRecord, Measurement measurement) {
        try {
            return acceptanceTest.report(
                    measurement, measurementRecord.machine(), measurementRecord.storage());
        } catch (Problem gone) {
            return acceptanceTest.report(measurement, Optional.empty(), Optional.empty());
        }
    }

    private static FindingView view(FigureFinding it) {
        return new FindingView(
                it.description(),
                it.measuredText(),
                it.datasheetText(),
                it.datasheetShare().map(share -> Math.round(share * THOUSANDTHS)),
                it.verdict().word(),
                it.remark());
    }
}
