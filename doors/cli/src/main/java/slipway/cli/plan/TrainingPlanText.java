package slipway.cli.plan;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.text;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.base.Say;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Facts;
import slipway.cli.terminal.Table;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.reliability.Advice;
import slipway.plan.training.Configuration;
import slipway.plan.training.Parts;
import slipway.plan.training.Step;

/** A plan in words: the answer first, then what it is made of, then what else could be done. */
final class TrainingPlanText {

    private static final double MILLION = 1e6;

    private final Shell shell;
    private final boolean why;

    TrainingPlanText(Shell shell, boolean why) {
        this.shell = shell;
        this.why = why;
    }

    void say(TrainingPlan plan) {
        Way chosen = plan.chosen();
        shell.terminal()
                .say(
                        "Train on %s: %s, %s."
                                .formatted(
                                        chosen.name(),
                                        Say.estimate(chosen.time(), Say::duration),
                                        Say.estimate(chosen.cost(), Say::money)));
        shell.terminal()
                .show(
                        Facts.of()
                                .with("set-up", chosen.prospect().configuration().words())
                                .with("step", step(plan))
                                .with("memory", memory(chosen))
                                .with("storage", storage(chosen))
                                .with("failures", failures(chosen))
                                .with("rests on", grounds(chosen)));
        table(plan);
        shell.terminal()
                .say(
                        "Chosen of %s: %s."
                                .formatted(Say.count(plan.considered(), "set-up"), plan.because()));
        if (why) {
            // The grounds in full.
            chosen.cost().restsOn().forEach(it -> shell.terminal().say("  " + it.sentence()));
        }
    }

    private static String step(TrainingPlan plan) {
        return "%s for %s M tokens, %s of peak: %s"
                .formatted(
                        seconds(plan.step().seconds()),
                        Say.number(plan.aim().task().tokensOfStep() / MILLION, 1),
                        Say.percent(plan.ofPeak()),
                        plan.step().parts().stream()
                                .filter(it -> it.seconds() >= plan.step().seconds() / 200)
                                .map(TrainingPlanText::part)
                                .collect(Collectors.joining(" · ")));
    }

    private static String memory(Way way) {
        Configuration configuration = way.prospect().configuration();
        Parts parts = configuration.parts();
        return "%s of %s fits: %s"
                .formatted(
                        Say.bytes(parts.sum()),
                        Say.bytes(configuration.room()),
                        parts.list().stream()
                                .map(it -> it.what() + " " + Say.bytes(it.size()))
                                .collect(Collectors.joining(" · ")));
    }

    private static String storage(Way way) {
        Advice advice = way.advice();
        return "checkpoint of %s every %s, in %s: needs %s/s"
                .formatted(
                        Say.bytes(advice.question().saved().all()),
                        Say.duration(advice.every()),
                        Say.duration(advice.written()),
                        Say.bytes(advice.needed()));
    }

    private static String failures(Way way) {
        Advice advice = way.advice();
        return "%s expected; %s of the time gets on"
                .formatted(
                        Say.number(advice.interruptions().within(way.time().value()).value()),
                        Say.percent(advice.goodput().value()));
    }

    private static String part(Step.Part part) {
        return part.what() + " " + number1(part.seconds());
    }

    private static String seconds(double seconds) {
        return number1(seconds) + " s";
    }

    private static String number1(double number) {
        return Say.number(number, number < 1 ? 2 : 1);
    }

    private static String grounds(Way way) {
        return way.time().restsOn().stream()
                .map(Ground::sentence)
                .collect(Collectors.joining("; "));
    }

    private void table(TrainingPlan plan) {
        Table table =
                Table.of(
                        number("TIME"),
                        number("COST"),
                        text("DONE"),
                        text("WHERE"),
                        text("AGAINST THE CHOICE"));
        row(table, plan, plan.chosen(), "chosen");
        plan.beside().forEach(it -> row(table, plan, it, against(plan, it)));
        shell.terminal().show(table);
    }

    private void row(Table table, TrainingPlan plan, Way way, String remark) {
        table.row(
                Say.duration(way.time().value()),
                Say.money(way.cost().value()),
                shell.times().time(plan.aim().now().plus(way.time().value())),
                way.name(),
                remark);
    }

    private static String against(TrainingPlan plan, Way other) {
        Way chosen = plan.chosen();
        Duration later = other.time().value().minus(chosen.time().value());
        Money more = other.cost().value().minus(chosen.cost().value());
        String money =
                more.isNegative()
                        ? "saves " + Say.money(Money.zero(more.currency()).minus(more))
                        : Say.money(more) + " more";
        String time =
                later.isNegative()
                        ? Say.duration(later.abs()) + " sooner"
                        : Say.duration(later) + " later";
        return money + ", " + late(plan, other).orElse(time);
    }

    private static Optional<String> late(TrainingPlan plan, Way way) {
        return plan.aim()
                .deadline()
                .map(deadline -> way.time().high().minus(deadline))
                .filter(Duration::isPositive)
                .map(late -> "may end " + Say.duration(late) + " after the deadline");
    }
}
