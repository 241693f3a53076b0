package slipway.plan.measured;

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
import slipway.base.Shown;
import slipway.plan.measured.Scored.Comparison;
import slipway.plan.measured.Scored.Outcome;
import slipway.plan.serving.Serving;
import slipway.plan.single.Single;
import slipway.plan.single.SingleRun;
import slipway.plan.table.Sheet;
import slipway.plan.table.Stated;
import slipway.plan.training.Completion;
import slipway.plan.training.Completion.Completed;
import slipway.plan.training.Configuration;
import slipway.plan.training.TokenRate;
import slipway.plan.training.Training;

/** Holds measured rows against the model. */
public final class Judge {

    /** How a table writes that memory did not suffice. */
    private static final String OUT_OF_MEMORY = "OOM";

    private static final double GREATEST = 1e15;
    private static final double GIGA = 1e9;
    private static final double GIB = 1L << 30;

    private final Completion completion;
    private final Training training;
    private final Single single;
    private final Supplier<Serving> serving;

    /**
     * @param serving is asked once for each table that is about it: its own tables take a while to read
     */
    public Judge(
            Completion completion, Training training, Single single, Supplier<Serving> serving) {
        this.completion = completion;
        this.training = training;
        this.single = single;
        this.serving = serving;
    }

    /** Every row of these tables. */
    public Evaluation of(List<Path> files) {
        var rows = new ArrayList<Scored>();
        for (Path file : files) {
            Sheet sheet = Sheet.read(file);
            Form form = Form.of(sheet);
            // Rows know nothing of each other, and some thousand of serving take seconds.
            Function<Stated, Outcome> judged = judged(form);
            rows.addAll(
                    sheet.lines().parallelStream()
                            .map(line -> scored(sheet, line, outcome(form, line, judged)))
                            .toList());
        }
        return new Evaluation(rows);
    }

    private static Scored scored(Sheet sheet, Sheet.Line line, Outcome outcome) {
        Stated stated = line.stated();
        String source = stated.text(stated.says("source") ? "source" : "name");
        return new Scored(
                Shown.plain(sheet.name(), 100),
                line.number(),
                source.isEmpty() ? "not said" : Shown.plain(source, 100),
                outcome);
    }

    private static Outcome outcome(Form form, Sheet.Line line, Function<Stated, Outcome> judged) {
        return wrong(form, line.stated())
                .<Outcome>map(Outcome.Skipped::new)
                .orElseGet(() -> judged.apply(line.stated()));
    }

    private Function<Stated, Outcome> judged(Form form) {
        return switch (form) {
            case TRAINING -> this::training;
            case SINGLE -> this::single;
            case SERVING -> new ServingJudge(serving.get())::of;
            case SINGLE_SERVING -> new ServingJudge(serving.get())::step;
        };
    }

    /** The first cell that should be a number and is none, or is missing though nothing can be said without it. */
    private static Optional<String> wrong(Form form, Stated stated) {
        return form.numbers().stream()
                .filter(stated::says)
                .filter(column -> !isNumber(stated.text(column)))
                .findFirst()
                .map(
                        column ->
                                column
                                        + ": "
                                        + Shown.quoted(stated.text(column))
                                        + " is not a number")
                .or(() -> form.missing(stated));
    }

    private static boolean isNumber(String text) {
        if (text.equals(OUT_OF_MEMORY)) {
            return true;
        }
        try {
            double number = Double.parseDouble(text);
            return number >= 0 && number <= GREATEST;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private Outcome training(Stated stated) {
        double rate = stated.number("tokens_per_s_per_acc", 0);
        double step = stated.number("step_time_s", 0);
        if (rate <= 0 && step <= 0) {
            return new Outcome.NoTarget();
        }
        return switch (completion.of(stated)) {
            case Completed.Not(String reason) -> new Outcome.Skipped(Shown.plain(reason, 200));
            case Completed.Whole(Configuration it) -> compared(it, rate, step, stated);
        };
    }

    private Outcome compared(Configuration it, double rate, double step, Stated stated) {
        if (!(training.computed(it) > 0) || Double.isInfinite(training.computed(it))) {
            return new Outcome.Skipped("its numbers contradict each other");
        }
        Estimate<TokenRate> estimate = training.rate(it);
        double measured = rate > 0 ? rate : it.tokensOfStep() / step;
        double over = estimate.value().perSecond() / measured;
        return new Outcome.Compared(
                Optional.of(
                        new Comparison(
                                (rate > 0 ? over : 1 / over) - 1,
                                estimate.holds(new TokenRate(measured)),
                                halfWidth(
                                        estimate.low().perSecond(),
                                        estimate.value().perSecond(),
                                        estimate.high().perSecond()))),
                memory(it.held(), stated),
                Optional.empty(),
                Optional.empty(),
                !it.assumed().isEmpty(),
                training.knows(it, measured));
    }

    private Outcome single(Stated stated) {
        if (!Set.of("amp", "bf16").contains(stated.text("precision"))) {
            return new Outcome.Skipped(
                    "precision %s was never measured here; amp and bf16 were"
                            .formatted(Shown.quoted(stated.text("precision"))));
        }
        var run = SingleRun.of(stated);
        boolean out =
                stated.text("peak_mem_gib").equals(OUT_OF_MEMORY)
                        || stated.text("step_s").equals(OUT_OF_MEMORY);
        Optional<Comparison> rate = rate(run, stated);
        Optional<Comparison> memory = memory(single.peak(run), stated);
        if (rate.isEmpty() && memory.isEmpty() && !out) {
            return new Outcome.NoTarget();
        }
        return new Outcome.Compared(
                rate,
                memory,
                Optional.of(single.fits(run) != out),
                Optional.empty(),
                false,
                single.knows(stated));
    }

    private Optional<Comparison> rate(SingleRun run, Stated stated) {
        double rate = stated.number("tokens_per_s", 0);
        double step = rate > 0 ? run.tokens() / rate : stated.number("step_s", 0);
        if (step <= 0) {
            return Optional.empty();
        }
        Estimate<Duration> estimate = single.step(run);
        double over = seconds(estimate.value()) / step;
        return Optional.of(
                new Comparison(
                        (rate > 0 ? 1 / over : over) - 1,
                        estimate.holds(Duration.ofNanos(Math.round(step * GIGA))),
                        halfWidth(
                                seconds(estimate.low()),
                                seconds(estimate.value()),
                                seconds(estimate.high()))));
    }

    private static Optional<Comparison> memory(Estimate<Bytes> estimate, Stated stated) {
        double measured = stated.number("peak_mem_gib", 0) * GIB;
        if (measured <= 0) {
            return Optional.empty();
        }
        double value = (double) estimate.value().count();
        return Optional.of(
                new Comparison(
                        value / measured - 1,
                        estimate.holds(new Bytes(Math.round(measured))),
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
