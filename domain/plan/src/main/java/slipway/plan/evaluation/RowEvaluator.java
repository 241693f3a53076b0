package slipway.plan.evaluation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.text.UntrustedText;
import slipway.catalog.TokenRate;
import slipway.plan.evaluation.RowOutcome.Comparison;
import slipway.plan.evaluation.RowOutcome.Outcome;
import slipway.plan.serving.ServingModel;
import slipway.plan.table.MeasuredCsv;
import slipway.plan.table.StatedValues;
import slipway.plan.training.ConfigurationParser;
import slipway.plan.training.ConfigurationParser.Parsed;
import slipway.plan.training.TrainingConfiguration;
import slipway.plan.training.TrainingModel;

/** Compares measured rows with the model's predictions. */
public final class RowEvaluator {

    /** The cell of a row that ran out of memory. */
    private static final String OUT_OF_MEMORY = "OOM";

    private static final double MAX_NUMBER = 1e15;
    private static final double GIGA = 1e9;
    private static final double GIB = 1L << 30;

    private final ConfigurationParser configurationParser;
    private final TrainingModel trainingModel;
    private final SingleGpuModel singleGpuModel;
    private final Supplier<ServingModel> serving;

    /**
     * @param serving creates the serving model once for each serving table, since its own tables take a while to read
     */
    public RowEvaluator(
            ConfigurationParser configurationParser,
            TrainingModel trainingModel,
            SingleGpuModel singleGpuModel,
            Supplier<ServingModel> serving) {
        this.configurationParser = configurationParser;
        this.trainingModel = trainingModel;
        this.singleGpuModel = singleGpuModel;
        this.serving = serving;
    }

    /** Evaluates every row of these files. */
    public ModelEvaluation evaluate(List<Path> files) {
        var rows = new ArrayList<RowOutcome>();
        for (Path file : files) {
            MeasuredCsv measuredCsv = MeasuredCsv.read(file);
            TableKind tableKind = TableKind.of(measuredCsv);
            // Rows are independent, and some thousand serving rows take seconds.
            Function<StatedValues, Outcome> judge = judge(tableKind);
            rows.addAll(
                    measuredCsv.lines().parallelStream()
                            .map(
                                    line ->
                                            outcomeOf(
                                                    measuredCsv,
                                                    line,
                                                    outcome(tableKind, line, judge)))
                            .toList());
        }
        return new ModelEvaluation(rows);
    }

    private static RowOutcome outcomeOf(
            MeasuredCsv measuredCsv, MeasuredCsv.Line line, Outcome outcome) {
        StatedValues statedValues = line.stated();
        String source = statedValues.text(statedValues.has("source") ? "source" : "name");
        return new RowOutcome(
                UntrustedText.escaped(measuredCsv.name(), 100),
                line.number(),
                source.isEmpty() ? "not said" : UntrustedText.escaped(source, 100),
                outcome);
    }

    private static Outcome outcome(
            TableKind tableKind, MeasuredCsv.Line line, Function<StatedValues, Outcome> judge) {
        return invalidCell(tableKind, line.stated())
                .<Outcome>map(Outcome.Skipped::new)
                .orElseGet(() -> judge.apply(line.stated()));
    }

    private Function<StatedValues, Outcome> judge(TableKind tableKind) {
        return switch (tableKind) {
            case TRAINING -> this::training;
            case SINGLE -> this::singleGpu;
            case SERVING -> new ServingRowEvaluator(serving.get())::evaluate;
            case SINGLE_SERVING -> new ServingRowEvaluator(serving.get())::evaluateStep;
        };
    }

    /** The first column with a malformed or missing number. */
    private static Optional<String> invalidCell(TableKind tableKind, StatedValues statedValues) {
        return tableKind.numberColumns().stream()
                .filter(statedValues::has)
                .filter(column -> !isNumber(statedValues.text(column)))
                .findFirst()
                .map(
                        column ->
                                column
                                        + ": "
                                        + UntrustedText.quoted(statedValues.text(column))
                                        + " is not a number")
                .or(() -> tableKind.missingColumn(statedValues));
    }

    private static boolean isNumber(String text) {
        if (text.equals(OUT_OF_MEMORY)) {
            return true;
        }
        try {
            double number = Double.parseDouble(text);
            return number >= 0 && number <= MAX_NUMBER;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private Outcome training(StatedValues statedValues) {
        double rate = statedValues.number("tokens_per_s_per_acc", 0);
        double step = statedValues.number("step_time_s", 0);
        if (rate <= 0 && step <= 0) {
            return new Outcome.NoTarget();
        }
        return switch (configurationParser.parse(statedValues)) {
            case Parsed.Incomplete(String reason) ->
                    new Outcome.Skipped(UntrustedText.escaped(reason, 200));
            case Parsed.Complete(TrainingConfiguration it) ->
                    compared(it, rate, step, statedValues);
        };
    }

    private Outcome compared(
            TrainingConfiguration it, double rate, double step, StatedValues statedValues) {
        if (!(trainingModel.physicalRate(it) > 0)
                || Double.isInfinite(trainingModel.physicalRate(it))) {
            return new Outcome.Skipped("its numbers contradict each other");
        }
        Estimate<TokenRate> estimate = trainingModel.rate(it);
        double measured = rate > 0 ? rate : it.tokensPerStep() / step;
        double ratio = estimate.value().perSecond() / measured;
        return new Outcome.Compared(
                Optional.of(
                        new Comparison(
                                (rate > 0 ? ratio : 1 / ratio) - 1,
                                estimate.contains(new TokenRate(measured)),
                                halfWidth(
                                        estimate.low().perSecond(),
                                        estimate.value().perSecond(),
                                        estimate.high().perSecond()))),
                memory(it.peakMemory(), statedValues),
                Optional.empty(),
                Optional.empty(),
                !it.assumed().isEmpty(),
                trainingModel.wasFittedTo(it, measured));
    }

    private Outcome singleGpu(StatedValues statedValues) {
        if (!Set.of("amp", "bf16").contains(statedValues.text("precision"))) {
            return new Outcome.Skipped(
                    "precision %s was never measured here; amp and bf16 were"
                            .formatted(UntrustedText.quoted(statedValues.text("precision"))));
        }
        var run = SingleRun.of(statedValues);
        boolean out =
                statedValues.text("peak_mem_gib").equals(OUT_OF_MEMORY)
                        || statedValues.text("step_s").equals(OUT_OF_MEMORY);
        Optional<Comparison> rate = rate(run, statedValues);
        Optional<Comparison> memory = memory(singleGpuModel.peak(run), statedValues);
        if (rate.isEmpty() && memory.isEmpty() && !out) {
            return new Outcome.NoTarget();
        }
        return new Outcome.Compared(
                rate,
                memory,
                Optional.of(singleGpuModel.fits(run) != out),
                Optional.empty(),
                false,
                singleGpuModel.wasFittedTo(statedValues));
    }

    private Optional<Comparison> rate(SingleRun run, StatedValues statedValues) {
        double rate = statedValues.number("tokens_per_s", 0);
        double step = rate > 0 ? run.tokens() / rate : statedValues.number("step_s", 0);
        if (step <= 0) {
            return Optional.empty();
        }
        Estimate<Duration> estimate = singleGpuModel.step(run);
        double ratio = seconds(estimate.value()) / step;
        return Optional.of(
                new Comparison(
                        (rate > 0 ? 1 / ratio : ratio) - 1,
                        estimate.contains(Duration.ofNanos(Math.round(step * GIGA))),
                        halfWidth(
                                seconds(estimate.low()),
                                seconds(estimate.value()),
                                seconds(estimate.high()))));
    }

    private static Optional<Comparison> memory(
            Estimate<Bytes> estimate, StatedValues statedValues) {
        double measured = statedValues.number("peak_mem_gib", 0) * GIB;
        if (measured <= 0) {
            return Optional.empty();
        }
        double value = (double) estimate.value().count();
        return Optional.of(
                new Comparison(
                        value / measured - 1,
                        estimate.contains(new Bytes(Math.round(measured))),
                        halfWidth(
                                (double) estimate.low().count(),
                                value,
                                (double) estimate.high().count())));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / GIGA;
    }

    private static double halfWidth(double low, double value, double high) {
        return (high - low) / 2 / value;
    }
}
