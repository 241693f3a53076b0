package slipway.cli.plan;

import static slipway.cli.terminal.Column.number;
import static slipway.cli.terminal.Column.text;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.base.Say;
import slipway.cli.command.Shell;
import slipway.cli.terminal.Facts;
import slipway.cli.terminal.Table;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.reliability.Advice;
import slipway.plan.training.Step;
import slipway.plan.training.Verdict;

/** A plan in words: the answer first, then what it is made of, then what else could be done. */
final class TrainingPlanText {

    private static final double MILLION = 1e6;

    /** Less is not worth a word. */
    private static final Money CENT = Money.cents(1, "USD");

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
        if (!plan.withinBounds()) {
            shell.terminal().say("This is " + plan.because() + ".");
        }
        shell.terminal()
                .show(
                        Facts.of()
                                .with("set-up", chosen.prospect().configuration().words())
                                .with("step", step(plan))
                                .with("memory", memory(chosen))
                                .with("storage", storage(chosen))
                                .with("failures", failures(chosen))
                                .with("cost", bill(chosen))
                                .with("rests on", grounds(chosen.prospect().rate())));
        table(plan);
        shell.terminal()
                .say(
                        "Chosen of %s: %s."
                                .formatted(Say.count(plan.considered(), "set-up"), plan.because()));
        if (why) {
            why(plan);
        } else {
            shell.terminal().say("Why each number: --why");
        }
    }

    /** Short steps are told in thousandths. */
    private record Unit(double often, String sign) {

        static Unit of(Step step) {
            return step.seconds() < 2 ? new Unit(1_000, " ms") : new Unit(1, " s");
        }
    }

    private static String step(TrainingPlan plan) {
        Unit unit = Unit.of(plan.step());
        return "%s for %s M tokens, %s of peak: %s"
                .formatted(
                        Say.number(plan.step().seconds() * unit.often, 1) + unit.sign,
                        Say.number(plan.aim().task().tokensOfStep() / MILLION, 1),
                        Say.percent(plan.ofPeak()),
                        plan.step().parts().stream()
                                .filter(it -> it.seconds() >= plan.step().seconds() / 200)
                                .map(
                                        it ->
                                                it.what()
                                                        + " "
                                                        + Say.number(it.seconds() * unit.often, 1))
                                .collect(Collectors.joining(" · ")));
    }

    private static String memory(Way way) {
        Verdict verdict = way.prospect().configuration().verdict();
        return "%s of %s, %s: %s"
                .formatted(
                        Say.estimate(verdict.peak(), Say::bytes),
                        Say.bytes(verdict.room()),
                        verdict.isSure() ? "fits" : "fits probably",
                        verdict.parts().list().stream()
                                .filter(it -> it.size().count() > verdict.room().count() / 200)
                                .map(it -> it.what() + " " + Say.bytes(it.size()))
                                .collect(Collectors.joining(" · ")));
    }

    private static String storage(Way way) {
        Advice advice = way.advice();
        return "checkpoint of %s every %s; %s/s to storage suffice"
                .formatted(
                        Say.bytes(advice.question().saved().all()),
                        Say.duration(advice.every()),
                        Say.bytes(advice.needed()));
    }

    private static String failures(Way way) {
        Advice advice = way.advice();
        return "%s expected; %s of the time gets on"
                .formatted(
                        Say.number(advice.interruptions().within(way.time().value()).value()),
                        Say.percent(advice.goodput().value()));
    }

    private static String grounds(Estimate<?> estimate) {
        return estimate.restsOn().stream()
                .map(Ground::sentence)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String bill(Way way) {
        return way.bill().lines().stream()
                .filter(it -> it.amount().value().compareTo(CENT) >= 0)
                .map(it -> it.what().word() + " " + Say.money(it.amount().value()))
                .collect(Collectors.joining(" · "));
    }

    /** Where each figure comes from. */
    private void why(TrainingPlan plan) {
        Way chosen = plan.chosen();
        Facts facts =
                Facts.of()
                        .with(
                                "rate",
                                "%s tokens a second and accelerator; %s"
                                        .formatted(
                                                Say.estimate(
                                                        chosen.prospect().rate(),
                                                        it ->
                                                                Say.count(
                                                                        Math.round(
                                                                                it.perSecond()))),
                                                grounds(chosen.prospect().rate())))
                        .with("time", grounds(chosen.time()));
        chosen.bill().lines().forEach(it -> facts.with(it.what().word(), it.note()));
        shell.terminal().say("");
        shell.terminal().show(facts.with("model", "docs/planning-model.md"));
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
