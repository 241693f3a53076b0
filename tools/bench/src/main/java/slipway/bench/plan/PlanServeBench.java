package slipway.bench.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.catalog.Catalog;
import slipway.plan.serving.LatencyForecast;
import slipway.plan.serving.ServingModel;
import slipway.plan.serving.ServingRow;
import slipway.plan.serving.ServingScenario;
import slipway.plan.table.BundledTable;
import slipway.plan.table.StatedValues;

/**
 * Measures the error of predicted answer times. Every row is predicted by the one fit without it and without any
 * other load, length or release of its deployment; coefficients, neighbors and widths are those of that fit. The
 * kernel's parameters were chosen on four fifths of the deployments, so the line of the held-out fifth is the
 * unbiased one. Rows that are equal in all inputs occur once.
 */
public final class PlanServeBench implements Bench {

    private static final double MOST = 10;
    private static final double MOST_FIRST = 20;
    private static final double PUBLISHED = 6.7;
    private static final double PUBLISHED_FIRST = 17.6;
    private static final double MILLI = 1e-3;
    private static final double NANO = 1e9;

    /** The programs of tools/fit round to a tenth. */
    private static final double SAME = 0.15;

    private final Catalog catalog = Catalog.bundled();
    private final ServingModel whole = new ServingModel(catalog);

    @Override
    public String name() {
        return "plan-serve";
    }

    @Override
    public String summary() {
        return "error of predicted answers of served models, deployments that the fit had not seen";
    }

    /**
     * The predictions of a row; a part without a measurement is empty.
     *
     * @param bare from end to end, by the physical model alone
     */
    private record Evaluated(
            String id,
            String source,
            Domain domain,
            Optional<Prediction> first,
            Optional<Prediction> each,
            Optional<Prediction> answer,
            Optional<Prediction> bare) {}

    /**
     * @param in whether its accelerator and framework were measured often, and prefill shares the accelerators
     * @param heldOut whether its group was held out
     */
    private record Domain(boolean in, boolean split, boolean heldOut) {}

    /** One row group of the table. */
    private record Group(String rows, List<Evaluated> evaluated) {

        List<Prediction> of(Function<Evaluated, Optional<Prediction>> part) {
            return evaluated.stream().map(part).flatMap(Optional::stream).toList();
        }

        /** NaN without a measurement. */
        double median(Function<Evaluated, Optional<Prediction>> part) {
            List<Prediction> said = of(part);
            return said.isEmpty() ? Double.NaN : Prediction.medianError(said);
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException {
        MeasuredTables measuredTables = MeasuredTables.of(place);
        Map<String, StatedValues> rows =
                measuredTables.sheet("infer_fit.csv.gz").lines().stream()
                        .map(line -> line.stated())
                        .collect(Collectors.toMap(it -> it.text("row_id"), Function.identity()));
        List<Evaluated> all = new ArrayList<>();
        for (CrossValidationFold fold :
                CrossValidationFold.of(measuredTables.lines("serve_folds.tsv.gz"))) {
            var servingModel = ServingModel.of(catalog, fold.serving());
            all.addAll(
                    fold.of("kept_out").parallelStream()
                            .map(line -> evaluated(servingModel, line, rows))
                            .toList());
        }
        all.sort(Comparator.comparing(Evaluated::id));
        Map<String, Group> lines = lines(all);
        print(place, lines);
        return result(place, lines, difference(place, measuredTables, lines));
    }

    private Evaluated evaluated(
            ServingModel servingModel, BundledTable.Line line, Map<String, StatedValues> rows) {
        StatedValues statedValues = Optional.ofNullable(rows.get(line.text("name"))).orElseThrow();
        if (!(servingModel.parse(statedValues)
                instanceof ServingRow.Complete(ServingScenario it, _))) {
            throw new IllegalStateException(line.text("name") + " was fitted and cannot be read");
        }
        LatencyForecast latencyForecast = servingModel.forecast(it);
        double first = statedValues.number("ttft_ms", 0) * MILLI;
        double each = statedValues.number("tpot_ms", 0) * MILLI;
        double answer = answer(statedValues, latencyForecast, first, each);
        return new Evaluated(
                line.text("name"),
                statedValues.text("source"),
                new Domain(
                        whole.isInDomain(it),
                        statedValues.text("mode").equals("disagg"),
                        line.text("first").equals("1")),
                prediction(latencyForecast.ttft(), first),
                prediction(latencyForecast.tpot(), each),
                prediction(latencyForecast.endToEnd(), answer),
                prediction(servingModel.physical(it).endToEnd(), answer));
    }

    /** Seconds from end to end: of its parts, as measured, or by the tokens that all answers got in a second. */
    private static double answer(
            StatedValues statedValues, LatencyForecast latencyForecast, double first, double each) {
        double output = Math.max(1, statedValues.number("osl", 1));
        if (first > 0 && each > 0) {
            return first + (output - 1) * each;
        }
        double latency = statedValues.number("latency_s", 0);
        double flow = statedValues.number("out_tokens_per_s_total", 0);
        if (latency > 0 || flow <= 0) {
            return latency > 0 ? latency : first;
        }
        return latencyForecast.concurrency() * output / flow;
    }

    private static Optional<Prediction> prediction(Estimate<Duration> estimate, double measured) {
        return measured > 0
                ? Optional.of(
                        new Prediction(
                                seconds(estimate.value()),
                                measured,
                                seconds(estimate.low()),
                                seconds(estimate.high())))
                : Optional.empty();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANO;
    }

    private static Map<String, Group> lines(List<Evaluated> all) {
        Map<String, Group> lines = new LinkedHashMap<>();
        all.stream()
                .map(Evaluated::source)
                .distinct()
                .sorted()
                .forEach(
                        source ->
                                add(
                                        lines,
                                        all,
                                        source,
                                        it -> it.source.equals(source) && it.domain.in));
        add(lines, all, "disaggregated", it -> it.domain.split);
        add(lines, all, "in-domain, groups set aside", it -> it.domain.in && it.domain.heldOut);
        add(lines, all, "in-domain", it -> it.domain.in);
        return lines;
    }

    private static void add(
            Map<String, Group> lines,
            List<Evaluated> all,
            String name,
            Predicate<Evaluated> which) {
        lines.put(name, new Group(name, all.stream().filter(which).toList()));
    }

    private static void print(BenchContext place, Map<String, Group> lines) {
        place.say(
                "%-42s %6s %7s %7s %12s %10s %10s %8s",
                "median errors",
                "rows",
                "TTFT %",
                "TPOT %",
                "end to end %",
                "physics %",
                "covered %",
                "half %");
        for (Group line : lines.values()) {
            List<Prediction> answers = line.of(Evaluated::answer);
            place.say(
                    "%-42.42s %,6d %7.1f %7.1f %12.1f %10.1f %10.1f %8.1f",
                    line.rows,
                    line.evaluated.size(),
                    line.median(Evaluated::first),
                    line.median(Evaluated::each),
                    line.median(Evaluated::answer),
                    line.median(Evaluated::bare),
                    Prediction.coverage(answers),
                    Prediction.medianHalf(answers));
        }
    }

    /** The largest difference between an error and the one that the fitting program recorded, in points. */
    private static double difference(
            BenchContext place, MeasuredTables measuredTables, Map<String, Group> lines)
            throws IOException {
        double most = 0;
        for (BundledTable.Line told : measuredTables.lines("serve_errors.tsv")) {
            Group line = Optional.ofNullable(lines.get(told.text("rows"))).orElseThrow();
            most = Math.max(most, off(told, "end to end", line.median(Evaluated::answer)));
            most = Math.max(most, off(told, "TTFT", line.median(Evaluated::first)));
            most =
                    Math.max(
                            most,
                            off(told, "covered", Prediction.coverage(line.of(Evaluated::answer))));
        }
        place.say("tools/fit wrote the same down, to %.2f points", most);
        return most;
    }

    private static double off(BundledTable.Line told, String column, double value) {
        return told.cells().containsKey(column) ? Math.abs(told.number(column) - value) : 0;
    }

    private static Result result(BenchContext place, Map<String, Group> lines, double off) {
        Group domain = Optional.ofNullable(lines.get("in-domain")).orElseThrow();
        Group aside = Optional.ofNullable(lines.get("in-domain, groups set aside")).orElseThrow();
        double answer = domain.median(Evaluated::answer);
        double first = domain.median(Evaluated::first);
        var goals = new GoalCheck(place);
        goals.atMost("end to end, median %", answer, MOST);
        goals.atMost("first token, median %", first, MOST_FIRST);
        goals.atMost("off what workshop/fit wrote, points", off, SAME);
        Map<String, Object> more = new TreeMap<>();
        more.put("ttft_percent", first);
        more.put("tpot_percent", domain.median(Evaluated::each));
        more.put("covered_percent", Prediction.coverage(domain.of(Evaluated::answer)));
        more.put("half_width_percent", Prediction.medianHalf(domain.of(Evaluated::answer)));
        more.put("mean_percent", Prediction.mean(domain.of(Evaluated::answer)));
        more.put("physics_alone_percent", domain.median(Evaluated::bare));
        more.put("groups_set_aside_percent", aside.median(Evaluated::answer));
        more.put("groups_set_aside_ttft_percent", aside.median(Evaluated::first));
        more.put("groups_set_aside_tpot_percent", aside.median(Evaluated::each));
        more.put(
                "groups_set_aside_covered_percent",
                Prediction.coverage(aside.of(Evaluated::answer)));
        more.put("published_best_ttft_percent", PUBLISHED_FIRST);
        more.put("rows", domain.evaluated.size());
        more.put("off_the_fit_points", off);
        more.put("missed", goals.missed());
        return new Result(
                "plan-serve",
                new Result.Headline(answer, "% (median end to end, kept out)", "<= 10"),
                new Result.Anchor("published best 6.7 %", answer / PUBLISHED),
                goals.allReached(),
                more);
    }
}
