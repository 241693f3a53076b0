package slipway.surface.plan.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.evidence.CalibrationRoutes.Beside;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.api.evidence.CalibrationRoutes.TypeView;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartPoint;
import slipway.surface.web.chart.ChartSeries;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.LineChart;

/**
 * The page about the accuracy of estimates.
 *
 * @param answer the mean error, as a sentence
 * @param next the command to apply or undo a calibration; empty if there is none
 */
public record AccuracyPage(
        String answer,
        String lede,
        Optional<String> next,
        Optional<Chart> chart,
        List<TypeRow> types,
        List<OutcomeRow> outcomes,
        List<PastRow> past) {

    /** The number of workloads over which error and coverage are averaged. */
    private static final int WINDOW = 20;

    /** The errors of one accelerator type. */
    public record TypeRow(
            String type,
            String workloads,
            String before,
            String within,
            String after,
            String withinThen,
            String because) {}

    /** A finished workload and its estimate. */
    public record OutcomeRow(
            String path,
            String name,
            String on,
            String ended,
            String expected,
            String measured,
            String off,
            boolean inside) {}

    /** An earlier calibration, or the one in force. */
    public record PastRow(String number, String says, String by, String since, String until) {}

    static AccuracyPage of(
            CalibrationView view,
            List<OutcomeView> outcomes,
            TimeFormat timeFormat,
            boolean mayChange) {
        return new AccuracyPage(
                answer(view),
                lede(view),
                next(view, mayChange),
                chart(outcomes),
                view.types().stream().map(AccuracyPage::row).toList(),
                outcomes.stream().map(AccuracyPage::row).toList(),
                view.past().stream()
                        .map(
                                it ->
                                        new PastRow(
                                                Long.toString(it.number()),
                                                it.says(),
                                                it.by(),
                                                timeFormat.time(Instant.parse(it.at())),
                                                it.undone()
                                                        .map(
                                                                at ->
                                                                        timeFormat.time(
                                                                                Instant.parse(at)))
                                                        .orElse(
                                                                it.number() == view.number()
                                                                        ? "in force"
                                                                        : "replaced")))
                        .toList());
    }

    private static String answer(CalibrationView view) {
        long workloads = view.types().stream().mapToLong(TypeView::workloads).sum();
        return view.before()
                .off()
                .map(
                        off ->
                                "Steps of %s were %s off on average"
                                        .formatted(
                                                Format.count(workloads, "finished workload"),
                                                Format.percent(off / 1e3)))
                .orElse("No finished workload can be compared with its estimate yet");
    }

    private static String lede(CalibrationView view) {
        if (view.types().isEmpty()) {
            return "A job with a plan in its spec that reports its steps appears here when"
                    + " it has ended.";
        }
        String within =
                view.before()
                        .within()
                        .map(
                                it ->
                                        "%s within the interval of 90 %%. "
                                                .formatted(Format.percent(it / 1e3)))
                        .orElse("");
        return within
                + (view.changes()
                        ? "Proposed: %s In cross-validation the mean error is then %s."
                                .formatted(
                                        view.says(),
                                        view.after()
                                                .off()
                                                .map(it -> Format.percent(it / 1e3))
                                                .orElse("unknown"))
                        : "Nothing is proposed.");
    }

    private static Optional<String> next(CalibrationView view, boolean mayChange) {
        if (!mayChange) {
            return Optional.empty();
        }
        return view.changes()
                ? Optional.of("slipway plan calibrate --apply")
                : Optional.of("slipway plan calibrate --undo").filter(_ -> view.number() > 0);
    }

    private static TypeRow row(TypeView type) {
        return new TypeRow(
                type.type(),
                Format.count(type.workloads()),
                percent(type.before().off()),
                percent(type.before().within()),
                percent(type.after().off()),
                percent(type.after().within()),
                type.because());
    }

    private static OutcomeRow row(OutcomeView view) {
        return new OutcomeRow(
                "/workloads/" + view.workload(),
                view.name(),
                Format.accelerators((int) view.accelerators(), view.type()),
                view.ended(),
                millis(view.step().expected()),
                millis(view.step().measured()),
                off(view.step()).map(Format::change).orElse(""),
                isInside(view.step()));
    }

    private static String percent(Optional<Long> thousandths) {
        return thousandths.map(it -> Format.percent(it / 1e3)).orElse("none");
    }

    private static String millis(Optional<Long> time) {
        return time.map(it -> Format.number(it / 1e3) + " s").orElse("unknown");
    }

    private static Optional<Double> off(Beside step) {
        return step.expected()
                .filter(it -> it > 0)
                .flatMap(it -> step.measured().map(real -> (double) real / it - 1));
    }

    private static boolean isInside(Beside step) {
        return step.measured()
                .map(it -> it >= step.low().orElse(it) && it <= step.high().orElse(it))
                .orElse(true);
    }

    /** The moving average of the error, and the share of workloads within their interval. */
    private static Optional<Chart> chart(List<OutcomeView> newestFirst) {
        List<OutcomeView> measured =
                newestFirst.reversed().stream().filter(it -> off(it.step()).isPresent()).toList();
        if (measured.size() < 3) {
            return Optional.empty();
        }
        List<ChartPoint> errors = new ArrayList<>();
        List<ChartPoint> inside = new ArrayList<>();
        for (int i = 0; i < measured.size(); i++) {
            List<OutcomeView> last = measured.subList(Math.max(0, i + 1 - WINDOW), i + 1);
            Instant at = Instant.parse(measured.get(i).at());
            errors.add(
                    ChartPoint.at(
                            at,
                            last.stream()
                                    .mapToDouble(it -> Math.abs(off(it.step()).orElseThrow()))
                                    .average()
                                    .orElse(0)));
            inside.add(
                    ChartPoint.at(
                            at,
                            (double) last.stream().filter(it -> isInside(it.step())).count()
                                    / last.size()));
        }
        var lineChart =
                LineChart.of(
                                ChartUnit.PERCENT,
                                span(measured),
                                LineChart.Y.FROM_ZERO,
                                List.of(
                                        ChartSeries.of("Error", ChartSeries.Role.MAIN, errors),
                                        ChartSeries.of(
                                                "Within the interval",
                                                ChartSeries.Role.USED,
                                                inside)))
                        .limits(List.of(new LineChart.Limit(0.9, "goal 90 %")));
        return Optional.of(
                Chart.of(
                                "accuracy",
                                "Error and interval",
                                "Error of estimated steps and the share within the interval, over time",
                                220,
                                lineChart)
                        .note(
                                ("the strong line is the mean error, the blue one the share within the interval;"
                                                + " both over the last %d workloads")
                                        .formatted(WINDOW)));
    }

    private static LineChart.X span(List<OutcomeView> measured) {
        Instant from = Instant.parse(measured.getFirst().at());
        Instant until = Instant.parse(measured.getLast().at());
        return Duration.between(from, until).toDays() > 3
                ? new LineChart.X.Days(from, until)
                : new LineChart.X.Time(from, until);
    }
}
