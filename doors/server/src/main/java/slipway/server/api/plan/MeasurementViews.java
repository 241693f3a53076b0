package slipway.server.api.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.account.Paper;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.acceptance.Acceptance;
import slipway.plan.acceptance.Finding;
import slipway.plan.acceptance.Measurement;
import slipway.plan.acceptance.Report;
import slipway.wire.form.Raw;
import slipway.wire.plan.MeasurementRoutes.FindingView;
import slipway.wire.plan.MeasurementRoutes.MeasurementView;
import slipway.wire.plan.MeasurementRoutes.NodeFindingsView;

/** Measurements as the API shows them: held against the catalog of now. */
final class MeasurementViews {

    private static final int THOUSANDTHS = 1_000;

    private final Acceptance acceptance;

    MeasurementViews(Catalog catalog) {
        this.acceptance = new Acceptance(catalog);
    }

    MeasurementView of(Paper paper) {
        Sought sought = Sought.read(paper.body());
        List<NodeFindingsView> found = new ArrayList<>();
        Optional<String> trouble = sought.trouble();
        for (Sought.Told told : sought.told()) {
            try {
                found.add(view(sought, told));
            } catch (Problem unreadable) {
                trouble = Optional.of(unreadable.what() + " " + unreadable.why());
            }
        }
        return new MeasurementView(
                paper.about().value(),
                sought.nodes(),
                sought.provider(),
                paper.by(),
                paper.at(),
                state(sought, found),
                trouble,
                found);
    }

    private static String state(Sought sought, List<NodeFindingsView> found) {
        if (!sought.isDone()) {
            return "running";
        }
        if (found.isEmpty()) {
            return "failed";
        }
        return found.stream().allMatch(NodeFindingsView::used) ? "measured" : "busy";
    }

    private NodeFindingsView view(Sought sought, Sought.Told told) {
        Measurement measurement = Acceptance.read(told.node(), told.document()).of(told.node());
        Report report = report(sought, measurement);
        return new NodeFindingsView(
                told.node(),
                measurement.at(),
                measurement.held().toSeconds(),
                measurement.isUsable(),
                report.summary(),
                report.findings().stream().map(MeasurementViews::view).toList(),
                report.remarks(),
                new Raw(told.document()));
    }

    /** What the catalog no longer has is not held against it. */
    private Report report(Sought sought, Measurement measurement) {
        try {
            return acceptance.report(measurement, sought.machine(), sought.storage());
        } catch (Problem gone) {
            return acceptance.report(measurement, Optional.empty(), Optional.empty());
        }
    }

    private static FindingView view(Finding it) {
        return new FindingView(
                it.what(),
                it.measured(),
                it.onPaper(),
                it.share().map(share -> Math.round(share * THOUSANDTHS)),
                it.verdict().word(),
                it.remark());
    }
}
