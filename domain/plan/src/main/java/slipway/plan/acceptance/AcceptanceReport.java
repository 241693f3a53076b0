package slipway.plan.acceptance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.plan.acceptance.FigureFinding.Verdict;

/**
 * A measurement compared with the catalog's figures.
 *
 * @param findings findings in the order of measurement
 */
public record AcceptanceReport(Measurement measurement, List<FigureFinding> findings) {

    /** An accelerator or node that is slower than the others by this share is named. */
    private static final double LAG = 0.05;

    /** The share of a healthy figure that is required. */
    private static final double REQUIRED_SHARE = 0.9;

    /** Steal time above which the report warns of noisy neighbors. */
    private static final double MAX_STEAL = 0.02;

    public AcceptanceReport {
        findings = List.copyOf(findings);
    }

    static AcceptanceReport of(DatasheetFigures datasheetFigures, Measurement measurement) {
        Map<MeasuredFigure, List<MeasuredFigure>> groups = new LinkedHashMap<>();
        for (MeasuredFigure measuredFigure : measurement.results().figures()) {
            groups.computeIfAbsent(commonKey(measuredFigure), _ -> new ArrayList<>())
                    .add(measuredFigure);
        }
        List<FigureFinding> findings =
                groups.values().stream()
                        .map(figures -> finding(datasheetFigures, measurement, figures))
                        .toList();
        return new AcceptanceReport(measurement, findings);
    }

    /** The key that figures of several devices or peers share. */
    private static MeasuredFigure commonKey(MeasuredFigure it) {
        return new MeasuredFigure(
                it.kind(),
                it.scope(),
                it.format(),
                java.util.OptionalInt.empty(),
                it.bytes(),
                it.parallel(),
                java.util.OptionalInt.empty(),
                List.of(1.0));
    }

    private static FigureFinding finding(
            DatasheetFigures datasheetFigures,
            Measurement measurement,
            List<MeasuredFigure> figures) {
        boolean time = figures.getFirst().kind() == MeasuredFigure.Kind.ROUND_TRIP;
        MeasuredFigure slowest = figures.getFirst();
        for (MeasuredFigure each : figures) {
            boolean slower =
                    time ? each.median() > slowest.median() : each.median() < slowest.median();
            slowest = slower ? each : slowest;
        }
        return finding(datasheetFigures, measurement, figures, slowest);
    }

    private static FigureFinding finding(
            DatasheetFigures datasheetFigures,
            Measurement measurement,
            List<MeasuredFigure> figures,
            MeasuredFigure slowest) {
        Optional<DatasheetFigures.Reference> line = datasheetFigures.of(slowest);
        double value = slowest.median();
        return new FigureFinding(
                slowest,
                value,
                line.map(DatasheetFigures.Reference::promised),
                line.map(DatasheetFigures.Reference::source),
                verdict(measurement, value, line),
                Optional.of(measurement)
                        .filter(Measurement::isUsable)
                        .flatMap(_ -> describeLag(slowest, figures).or(() -> remark(figures))));
    }

    private static Verdict verdict(
            Measurement measurement, double value, Optional<DatasheetFigures.Reference> line) {
        if (!measurement.isUsable()) {
            return Verdict.BUSY;
        }
        if (line.isEmpty()) {
            return Verdict.UNTOLD;
        }
        if (value >= REQUIRED_SHARE * line.get().healthy()) {
            return Verdict.DELIVERS;
        }
        return line.get().binding() ? Verdict.BELOW : Verdict.UNTOLD;
    }

    private static Optional<String> remark(List<MeasuredFigure> figures) {
        return figures.stream().flatMap(it -> FigureTrend.remark(it).stream()).findFirst();
    }

    private static Optional<String> describeLag(
            MeasuredFigure slowest, List<MeasuredFigure> figures) {
        double usual = FigureTrend.median(figures.stream().map(MeasuredFigure::median).toList());
        double behind = 1 - slowest.median() / usual;
        if (figures.size() < 2 || behind < LAG) {
            return Optional.empty();
        }
        String which =
                slowest.device().isPresent()
                        ? "accelerator " + slowest.device().getAsInt()
                        : "node " + slowest.peer().orElse(0);
        return Optional.of("%s is %s behind the others".formatted(which, Format.percent(behind)));
    }

    public long below() {
        return findings.stream().filter(it -> it.verdict() == Verdict.BELOW).count();
    }

    /** The result in one sentence. */
    public String summary() {
        if (!measurement.isUsable()) {
            return "%s was busy while it was measured: plans do not use these figures."
                    .formatted(measurement.node());
        }
        long judged =
                findings.stream().filter(it -> it.verdict() == Verdict.DELIVERS).count() + below();
        if (judged == 0) {
            return "%s was measured for %s; the catalog says nothing to hold it against."
                    .formatted(measurement.node(), FigureText.duration(measurement.duration()));
        }
        return below() == 0
                ? "%s delivers what the catalog lets expect: %s of %s."
                        .formatted(
                                measurement.node(),
                                Format.count(judged),
                                Format.count(judged, "figure"))
                : "%s stays below what a healthy one reaches in %s of %s."
                        .formatted(
                                measurement.node(),
                                Format.count(below()),
                                Format.count(judged, "figure"));
    }

    /** Remarks: other users of the machine, omitted tests, anomalies. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        measurement.load().busy().forEach(it -> remarks.add("Busy: " + it + "."));
        if (measurement.load().stolen() > MAX_STEAL) {
            remarks.add(
                    "The machine below gave %s of the processors' time to other guests: noisy neighbors."
                            .formatted(Format.percent(measurement.load().stolen())));
        }
        measurement
                .results()
                .skipped()
                .forEach(
                        it ->
                                remarks.add(
                                        "Not measured: %s. %s"
                                                .formatted(it.what(), withFullStop(it.reason()))));
        remarks.addAll(measurement.results().notes());
        return List.copyOf(remarks);
    }

    private static String withFullStop(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
