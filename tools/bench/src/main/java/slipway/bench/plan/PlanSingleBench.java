package slipway.bench.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.plan.evaluation.SingleGpuModel;
import slipway.plan.evaluation.SingleRun;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;
import slipway.plan.table.MeasuredCsv;
import slipway.plan.table.StatedValues;

/**
 * Measures the error of predicted steps and memory peaks on one H200, and of the verdict whether a model fits. Every
 * model is predicted by the one fit without any of its rows. The formulas were chosen with all rows.
 */
public final class PlanSingleBench implements Bench {

    private static final double MOST_STEP = 8;
    private static final double MOST_MEMORY = 5;
    private static final double RIGHT = 95;
    private static final double LARGEST_BATCH = 4_096;
    private static final double GIB = 1L << 30;
    private static final double NANO = 1e9;

    @Override
    public String name() {
        return "plan-h200";
    }

    @Override
    public String summary() {
        return "error of predicted steps, peaks and verdicts on one H200, models that the fit had not seen";
    }

    /** A measured row. */
    private record Row(String model, StatedValues stated, SingleRun run) {

        boolean isOut() {
            return Stream.of("peak_mem_gib", "step_s")
                    .anyMatch(it -> stated.text(it).equals("OOM"));
        }

        double step() {
            return stated.number("step_s", 0);
        }

        /** Tokens a second for each weight: the basis of a guess by the utilization of other models. */
        double pace() {
            return run.tokens() * run.parameters() / step();
        }
    }

    /**
     * @param beyond whether the largest micro-batch that fits is off by more than one
     */
    private record Verdict(boolean right, boolean beyond) {}

    /**
     * The predictions for the rows of one model.
     *
     * @param guessed steps at the mean pace of all other models
     */
    private record Evaluated(
            List<Prediction> steps,
            List<Prediction> peaks,
            List<Prediction> guessed,
            List<Verdict> verdicts) {

        static Evaluated all(Iterable<Evaluated> parts) {
            var all =
                    new Evaluated(
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            new ArrayList<>());
            for (Evaluated part : parts) {
                all.steps.addAll(part.steps);
                all.peaks.addAll(part.peaks);
                all.guessed.addAll(part.guessed);
                all.verdicts.addAll(part.verdicts);
            }
            return all;
        }

        long wrong() {
            return verdicts.stream().filter(it -> !it.right).count();
        }

        long beyond() {
            return verdicts.stream().filter(Verdict::beyond).count();
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException {
        MeasuredTables measuredTables = MeasuredTables.of(place);
        List<Row> rows =
                Stream.of("h200_train_fit.csv", "h200_memory_fit.csv")
                        .map(measuredTables::sheet)
                        .map(MeasuredCsv::lines)
                        .flatMap(List::stream)
                        .map(MeasuredCsv.Line::stated)
                        .map(it -> new Row(it.text("name"), it, SingleRun.of(it)))
                        .toList();
        Map<String, List<BundledTable.Line>> fits =
                measuredTables.lines("single_folds.tsv").stream()
                        .collect(Collectors.groupingBy(line -> line.text("kept_out")));
        Map<String, Evaluated> models = new TreeMap<>();
        for (Row row : rows) {
            models.computeIfAbsent(row.model, model -> evaluated(rows, model, fits));
        }
        print(place, models);
        return result(place, Evaluated.all(models.values()));
    }

    private static Evaluated evaluated(
            List<Row> rows, String model, Map<String, List<BundledTable.Line>> fits) {
        List<BundledTable.Line> fit = Optional.ofNullable(fits.get(model)).orElseThrow();
        var singleGpuModel = new SingleGpuModel(tables(fit));
        double pace =
                rows.stream()
                        .filter(row -> !row.isOut() && !row.model.equals(model))
                        .mapToDouble(row -> Math.log(row.pace()))
                        .average()
                        .orElseThrow();
        var judged = Evaluated.all(List.of());
        for (Row row : rows.stream().filter(it -> it.model.equals(model)).toList()) {
            judged.verdicts.add(verdict(singleGpuModel, row));
            if (!row.isOut()) {
                double guess = row.run.tokens() * row.run.parameters() / Math.exp(pace);
                judged.guessed.add(new Prediction(guess, row.step(), guess, guess));
                judged.steps.add(
                        prediction(singleGpuModel.step(row.run), row.step(), it -> seconds(it)));
                judged.peaks.add(
                        prediction(
                                singleGpuModel.peak(row.run),
                                row.stated.number("peak_mem_gib").orElseThrow(),
                                it -> it.count() / GIB));
            }
        }
        return judged;
    }

    private static FitSource tables(List<BundledTable.Line> fit) {
        return file -> {
            List<BundledTable.Line> own =
                    fit.stream().filter(it -> file.equals(it.text("table") + ".tsv")).toList();
            return own.isEmpty() ? BundledTable.table(file) : own;
        };
    }

    private static Verdict verdict(SingleGpuModel singleGpuModel, Row row) {
        boolean right = singleGpuModel.fits(row.run) != row.isOut();
        return new Verdict(
                right,
                !right && Math.abs(row.run.microBatch() - largest(singleGpuModel, row.run)) > 1);
    }

    private static double largest(SingleGpuModel singleGpuModel, SingleRun run) {
        double micro = 0;
        while (micro < LARGEST_BATCH && singleGpuModel.fits(run.withMicroBatch(micro + 1))) {
            micro++;
        }
        return micro;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }

    private static <T extends Comparable<? super T>> Prediction prediction(
            Estimate<T> estimate, double measured, Function<T, Double> number) {
        return new Prediction(
                number.apply(estimate.value()),
                measured,
                number.apply(estimate.low()),
                number.apply(estimate.high()));
    }

    private static void print(BenchContext place, Map<String, Evaluated> models) {
        place.say(
                "%-12s %5s %7s %9s %9s %6s %16s",
                "model", "rows", "step %", "memory %", "guess %", "wrong", "by more than one");
        models.forEach((model, it) -> print(place, model, it));
        print(place, "all", Evaluated.all(models.values()));
    }

    private static void print(BenchContext place, String model, Evaluated it) {
        place.say(
                "%-12s %5d %7.2f %9.2f %9.1f %6d %16d",
                model,
                it.verdicts.size(),
                Prediction.mean(it.steps),
                Prediction.mean(it.peaks),
                Prediction.mean(it.guessed),
                it.wrong(),
                it.beyond());
    }

    private static Result result(BenchContext place, Evaluated all) {
        double step = Prediction.mean(all.steps);
        double memory = Prediction.mean(all.peaks);
        double guess = Prediction.mean(all.guessed);
        double right = 100.0 * (all.verdicts.size() - all.wrong()) / all.verdicts.size();
        var goals = new GoalCheck(place);
        goals.atMost("step, MAPE %", step, MOST_STEP);
        goals.atMost("memory, MAPE %", memory, MOST_MEMORY);
        goals.atLeast("verdicts right %", right, RIGHT);
        goals.atMost("verdicts wrong by more than one micro-batch", (double) all.beyond(), 0);
        return new Result(
                "plan-h200",
                new Result.Headline(step, "% (MAPE of a step, kept out by model)", "<= 8"),
                new Result.Anchor(
                        BenchContext.format(
                                "the mean utilisation of the other models, same rows, %.1f %%",
                                guess),
                        step / guess),
                goals.allReached(),
                Map.of(
                        "memory_percent",
                        memory,
                        "verdicts_right_percent",
                        right,
                        "verdicts_wrong",
                        all.wrong(),
                        "verdicts_wrong_by_more_than_one",
                        all.beyond(),
                        "rows",
                        all.verdicts.size(),
                        "missed",
                        goals.missed()));
    }
}
