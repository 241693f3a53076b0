package slipway.plan.acceptance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.plan.acceptance.FigureFinding.Verdict;

/**
 * A measurement against the paper.
 *
 * @param findings in the order in which they were measured
 */
public record AcceptanceReport(Measurement measurement, List<FigureFinding> findings) {

    /** What is slower than the others by more is named. */
    private static final double APART = 0.05;

    /** Of what is healthy, so much is asked. */
    private static final double ASKED = 0.9;

    /** Noisy neighbours below the machine itself. */
    private static final double STOLEN = 0.02;

    public AcceptanceReport {
        findings = List.copyOf(findings);
    }

    static AcceptanceReport of(DatasheetFigures datasheetFigures, Measurement measurement) {
        Map<MeasuredFigure, List<MeasuredFigure>> alike = new LinkedHashMap<>();
        for (MeasuredFigure measuredFigure : measurement.figures()) {
            alike.computeIfAbsent(kin(measuredFigure), _ -> new ArrayList<>()).add(measuredFigure);
        }
        List<FigureFinding> findings =
                alike.values().stream()
                        .map(figures -> finding(datasheetFigures, measurement, figures))
                        .toList();
        return new AcceptanceReport(measurement, findings);
    }

    /** What figures of several devices or peers have in common. */
    private static MeasuredFigure kin(MeasuredFigure it) {
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
            List<MeasuredFigure> alike) {
        boolean time = alike.getFirst().kind() == MeasuredFigure.Kind.ROUND_TRIP;
        MeasuredFigure slowest = alike.getFirst();
        for (MeasuredFigure each : alike) {
            boolean slower =
                    time ? each.median() > slowest.median() : each.median() < slowest.median();
            slowest = slower ? each : slowest;
        }
        return finding(datasheetFigures, measurement, alike, slowest);
    }

    private static FigureFinding finding(
            DatasheetFigures datasheetFigures,
            Measurement measurement,
            List<MeasuredFigure> alike,
            MeasuredFigure slowest) {
        Optional<DatasheetFigures.Line> line = datasheetFigures.of(slowest);
        double value = slowest.median();
        return new FigureFinding(
                slowest,
                value,
                line.map(DatasheetFigures.Line::promised),
                line.map(DatasheetFigures.Line::source),
                verdict(measurement, value, line),
                Optional.of(measurement)
                        .filter(Measurement::isUsable)
                        .flatMap(_ -> lag(slowest, alike).or(() -> remark(alike))));
    }

    private static Verdict verdict(
            Measurement measurement, double value, Optional<DatasheetFigures.Line> line) {
        if (!measurement.isUsable()) {
            return Verdict.BUSY;
        }
        if (line.isEmpty()) {
            return Verdict.UNTOLD;
        }
        if (value >= ASKED * line.get().healthy()) {
            return Verdict.DELIVERS;
        }
        return line.get().binding() ? Verdict.BELOW : Verdict.UNTOLD;
    }

    private static Optional<String> remark(List<MeasuredFigure> alike) {
        return alike.stream().flatMap(it -> FigureTrend.remark(it).stream()).findFirst();
    }

    private static Optional<String> lag(MeasuredFigure slowest, List<MeasuredFigure> alike) {
        double usual = FigureTrend.median(alike.stream().map(MeasuredFigure::median).toList());
        double behind = 1 - slowest.median() / usual;
        if (alike.size() < 2 || behind < APART) {
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

    /** The whole in one sentence. */
    public String summary() {
        if (!measurement.isUsable()) {
            return "%s was busy while it was measured: plans do not use these figures."
                    .formatted(measurement.node());
        }
        long told =
                findings.stream().filter(it -> it.verdict() == Verdict.DELIVERS).count() + below();
        if (told == 0) {
            return "%s was measured for %s; the catalog says nothing to hold it against."
                    .formatted(measurement.node(), FigureText.held(measurement.held()));
        }
        return below() == 0
                ? "%s delivers what the catalog lets expect: %s of %s."
                        .formatted(
                                measurement.node(),
                                Format.count(told),
                                Format.count(told, "figure"))
                : "%s stays below what a healthy one reaches in %s of %s."
                        .formatted(
                                measurement.node(),
                                Format.count(below()),
                                Format.count(told, "figure"));
    }

    /** What else is to be said: who used it, what was left out, what was noticed. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        measurement.busy().forEach(it -> remarks.add("Busy: " + it + "."));
        if (measurement.stolen() > STOLEN) {
            remarks.add(
                    "The machine below gave %s of the processors' time to other guests: noisy neighbours."
                            .formatted(Format.percent(measurement.stolen())));
        }
        measurement
                .skipped()
                .forEach(
                        it ->
                                remarks.add(
                                        "Not measured: %s. %s"
                                                .formatted(it.what(), ended(it.because()))));
        remarks.addAll(measurement.notes());
        return List.copyOf(remarks);
    }

    private static String ended(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
