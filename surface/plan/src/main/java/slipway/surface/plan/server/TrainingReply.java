package slipway.surface.plan.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.catalog.Catalog;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.training.MemoryVerdict;
import slipway.plan.training.StepBreakdown;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.chart.ChartUnit;
import slipway.surface.web.chart.ParetoChart;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.KeyFigure;

/** A training plan as the page shows it. Pure. */
final class TrainingReply {

    private static final double HOUR = 3_600;
    private static final double MILLION = 1e6;
    private static final double GIGABIT = 1e9 / 8;

    /** Parts of a step below this share are not shown. */
    private static final double MIN_PART = 0.002;

    private final TrainingPlan plan;
    private final TimeFormat timeFormat;
    private final Catalog catalog;
    private final Optional<Instant> starts;

    /**
     * @param starts when the scheduler would start it; empty if it is not for this cluster or there is no forecast
     */
    TrainingReply(
            TrainingPlan plan, TimeFormat timeFormat, Catalog catalog, Optional<Instant> starts) {
        this.plan = plan;
        this.timeFormat = timeFormat;
        this.catalog = catalog;
        this.starts = starts;
    }

    PlanPage.Reply of(Optional<PlanPage.Job> job) {
        return new PlanPage.Reply(
                sentence(),
                lede(),
                figures(),
                chart(),
                reasons(),
                "Chosen of %s: %s."
                        .formatted(
                                Format.count(plan.ways().consideredSetUps(), "set-up"),
                                plan.reason()),
                List.of(memory(), step()),
                new TrainingCosts(plan, timeFormat, this::done).of(catalog),
                grounds(),
                job);
    }

    private Way chosen() {
        return plan.chosen();
    }

    static boolean isOwn(Way way) {
        return way.offer().terms() == PricingTerms.OWN;
    }

    private String sentence() {
        return "%s %s: %s for %s."
                .formatted(
                        plan.withinBounds()
                                ? "Train on"
                                : "Nothing meets the bounds; the nearest is",
                        place(chosen()),
                        Format.duration(chosen().time().value()),
                        Format.money(chosen().cost().value()));
    }

    private static String place(Way way) {
        int nodes = way.offer().machines(way.accelerators());
        String on =
                !isOwn(way)
                        ? ""
                        : nodes == 1 ? " on one node" : " on " + Format.count(nodes, "node");
        return way.shortName() + on;
    }

    private String lede() {
        String words = chosen().prospect().configuration().describe();
        return "%s. Checkpoint every %s."
                .formatted(
                        words.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                                + words.substring(1),
                        Format.duration(chosen().advice().interval().rounded()));
    }

    private List<KeyFigure> figures() {
        Estimate<Duration> time = chosen().time();
        Estimate<Money> cost = chosen().cost();
        MemoryVerdict memoryVerdict = chosen().prospect().configuration().verdict();
        Bytes left =
                new Bytes(
                        Math.max(
                                0,
                                memoryVerdict.usable().count()
                                        - memoryVerdict.peak().value().count()));
        Estimate.Ground ground = chosen().prospect().rate().grounds().getFirst();
        return List.of(
                new KeyFigure(
                        "Time to train",
                        Format.duration(time.value()),
                        range(time, Format::duration)),
                new KeyFigure("Cost", Format.money(cost.value()), range(cost, Format::money)),
                new KeyFigure(
                        isOwn(chosen()) ? "Done, if queued now" : "Done, if begun now",
                        timeFormat.time(done(chosen())),
                        starts.filter(it -> it.isAfter(timeFormat.now()))
                                .map(it -> "starts " + timeFormat.time(it))
                                .orElse(
                                        isOwn(chosen())
                                                ? "starts now"
                                                : "once machines are available")),
                new KeyFigure(
                        "Memory",
                        of(memoryVerdict.peak().value(), memoryVerdict.usable()),
                        "%s, %s free"
                                .formatted(
                                        memoryVerdict.isCertain() ? "fits" : "fits probably",
                                        Format.bytes(left))),
                new KeyFigure("Rests on", source(ground.source()), ground.sentence()));
    }

    /** Shows an equal unit only once. */
    private static String of(Bytes part, Bytes whole) {
        String all = Format.bytes(whole);
        String some = Format.bytes(part);
        String unit = all.replaceFirst("^[0-9.,]+", "");
        String brief =
                some.endsWith(unit) ? some.substring(0, some.length() - unit.length()) : some;
        return brief + " of " + all.replaceFirst("\\.0(?=\\D)", "");
    }

    private static <T extends Comparable<? super T>> String range(
            Estimate<T> estimate, java.util.function.Function<? super T, String> form) {
        return Format.range(estimate.low(), estimate.high(), form);
    }

    static String source(Estimate.Source source) {
        return switch (source) {
            case MEASURED -> "Measured";
            case CALIBRATED -> "Corrected";
            case COMPUTED -> "Computed";
            case DECLARED -> "Declared";
            case ASSUMED -> "Assumed";
        };
    }

    private Instant done(Way way) {
        Instant from = way.equals(chosen()) ? starts.orElse(timeFormat.now()) : timeFormat.now();
        return from.plus(way.time().value());
    }

    /** All ways on the page, each once, the chosen one first. */
    private List<Way> ways() {
        Set<Way> all = new LinkedHashSet<>();
        all.add(chosen());
        all.addAll(plan.ways().paretoFront());
        all.addAll(plan.ways().alternatives());
        plan.ways().rejected().forEach(it -> all.add(it.way()));
        return List.copyOf(all);
    }

    private Chart chart() {
        List<Way> ways = ways();
        Optional<Duration> deadline = plan.goal().deadline();
        Optional<Money> budget = plan.goal().budget();
        var frame =
                new ParetoLayout.Frame(
                        "Time and cost",
                        "Until done",
                        ChartUnit.HOURS,
                        deadline.map(
                                it ->
                                        new ParetoChart.Limit(
                                                it.toSeconds() / HOUR,
                                                "Deadline " + Format.duration(it))),
                        "Cost",
                        budget.map(
                                it ->
                                        new ParetoChart.Limit(
                                                amount(it), "Budget " + Format.money(it))),
                        chosen().cost().value());
        String words =
                "Time until done against cost for %s. %s: %s."
                        .formatted(
                                Format.count(ways.size(), "way"),
                                chosen().shortName(),
                                plan.reason());
        List<ParetoLayout.Way> drawn = ways.stream().map(this::drawn).toList();
        return ParetoLayout.of(frame, drawn.getFirst(), drawn, words)
                .note(
                        "%s of %s; the line is the Pareto front"
                                .formatted(
                                        Format.count(ways.size(), "way"),
                                        Format.count(plan.ways().consideredSetUps(), "set-up")));
    }

    private ParetoLayout.Way drawn(Way way) {
        boolean mine = way.equals(chosen());
        Optional<ParetoChart.Intervals> sure =
                mine
                        ? Optional.of(
                                new ParetoChart.Intervals(
                                        way.time().map(it -> it.toSeconds() / HOUR),
                                        way.cost().map(TrainingReply::amount)))
                        : Optional.empty();
        String brief =
                isOwn(way)
                        ? way.accelerators() + " own"
                        : way.accelerators()
                                + " "
                                + way.offer().type()
                                + (way.offer().terms() == PricingTerms.SPOT ? " spot" : "");
        return new ParetoLayout.Way(
                way.name(),
                brief,
                way.time().value().toSeconds() / HOUR,
                amount(way.cost().value()),
                sure);
    }

    static double amount(Money money) {
        return money.millionths() / MILLION;
    }

    private List<PlanPage.Reason> reasons() {
        return plan.ways().rejected().stream()
                .map(
                        it ->
                                new PlanPage.Reason(
                                        it.way().shortName(),
                                        it.reason().replaceFirst("^it ", "") + "."))
                .toList();
    }

    private PlanPage.Cut memory() {
        MemoryVerdict memoryVerdict = chosen().prospect().configuration().verdict();
        List<BreakdownBar.Part> parts =
                memoryVerdict.breakdown().largestFirst().stream()
                        .map(
                                it ->
                                        new BreakdownBar.Part(
                                                upper(it.what()),
                                                it.size().count(),
                                                Format.bytes(it.size())))
                        .toList();
        long left = memoryVerdict.usable().count() - memoryVerdict.breakdown().total().count();
        return new PlanPage.Cut(
                "memory",
                "Memory",
                "%s of %s on each accelerator"
                        .formatted(
                                Format.bytes(memoryVerdict.peak().value()),
                                Format.bytes(memoryVerdict.usable())),
                new BreakdownBar(
                        "Memory",
                        parts,
                        left > 0
                                ? Optional.of(
                                        new BreakdownBar.Part(
                                                "Free",
                                                left,
                                                Format.bytes(new Bytes(left)) + " free"))
                                : Optional.empty()));
    }

    private PlanPage.Cut step() {
        double seconds = plan.seconds();
        double unitsPerSecond = seconds < 2 ? 1_000 : 1;
        String sign = seconds < 2 ? " ms" : " s";
        List<BreakdownBar.Part> parts =
                plan.parts().stream()
                        .filter(it -> it.seconds() >= seconds * MIN_PART)
                        .map(
                                (StepBreakdown.Part it) ->
                                        new BreakdownBar.Part(
                                                upper(it.what()),
                                                it.seconds(),
                                                Format.number(it.seconds() * unitsPerSecond, 1)
                                                        + sign))
                        .toList();
        return new PlanPage.Cut(
                "step",
                "One step",
                "%s%s for %s tokens, %s of peak"
                        .formatted(
                                Format.number(seconds * unitsPerSecond, 1),
                                sign,
                                tokens(plan.goal().task().tokensPerStep()),
                                Format.percent(plan.step().mfu())),
                new BreakdownBar("One step", parts, Optional.empty()));
    }

    private static String tokens(double count) {
        return count < MILLION / 2
                ? Format.count(Math.round(count))
                : Format.number(count / MILLION, 1) + " M";
    }

    static String upper(String words) {
        return words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1);
    }

    static Instant day(Catalog catalog) {
        return catalog.date().atStartOfDay(java.time.ZoneOffset.UTC).toInstant();
    }

    private List<PlanPage.Ground> grounds() {
        var grounds = new ArrayList<PlanPage.Ground>();
        Set<Estimate.Ground> known = new LinkedHashSet<>(chosen().prospect().rate().grounds());
        known.addAll(chosen().time().grounds());
        known.addAll(chosen().cost().grounds());
        known.forEach(it -> grounds.add(new PlanPage.Ground(source(it.source()), it.sentence())));
        CheckpointAdvice checkpointAdvice = chosen().advice();
        double expected =
                checkpointAdvice.interruptions().expectedWithin(chosen().time().value()).value();
        grounds.add(new PlanPage.Ground("Interval", "90 %, from the fit’s residuals"));
        grounds.add(
                new PlanPage.Ground(
                        "Failures",
                        "%s expected; goodput %s"
                                .formatted(
                                        Format.number(expected, 2),
                                        Format.percent(checkpointAdvice.goodput().value()))));
        grounds.add(new PlanPage.Ground("Network", network()));
        grounds.add(
                new PlanPage.Ground(
                        "Checkpoint",
                        "%s in %s needs %s/s"
                                .formatted(
                                        Format.bytes(checkpointAdvice.scenario().size().total()),
                                        Format.duration(checkpointAdvice.saveTime().untilDurable()),
                                        Format.bytes(checkpointAdvice.storage().requiredSpeed()))));
        return grounds;
    }

    private String network() {
        if (chosen().offer().machines(chosen().accelerators()) == 1) {
            return "none needed: one machine";
        }
        return plan.step().network().isNeeded()
                ? "%s Gb/s per accelerator needed, %s available"
                        .formatted(
                                Format.number(plan.step().network().required().count() / GIGABIT),
                                Format.number(plan.step().network().assumed().count() / GIGABIT))
                : "little: nearly all traffic uses the fast link";
    }
}
