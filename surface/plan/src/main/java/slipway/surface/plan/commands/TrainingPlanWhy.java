package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.text.Format;
import slipway.plan.BuyOrRent;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.Bill;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.training.MemoryVerdict;
import slipway.surface.plan.commands.TrainingPlanText.Unit;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** Prints where each figure of a training plan comes from. */
final class TrainingPlanWhy {

    private final CommandEnvironment commandEnvironment;

    TrainingPlanWhy(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    void say(TrainingPlan plan) {
        Way chosen = plan.chosen();
        commandEnvironment.terminal().say("");
        commandEnvironment.terminal().say("Why");
        FactList factList =
                FactList.of()
                        .with("time", time(plan))
                        .with("set-up", layout(plan))
                        .with("rate", rate(chosen))
                        .with("step", step(plan))
                        .with("memory", memory(chosen))
                        .with("network", network(plan))
                        .with("storage", storage(chosen))
                        .with("failures", failures(chosen));
        bill(factList, chosen);
        plan.spotMix().ifPresent(it -> factList.with("mix", mix(it.mix())));
        plan.buyOrRent().forEach(it -> factList.with("own " + it.name(), own(it)));
        commandEnvironment.terminal().show(factList);
        rejected(plan);
        commandEnvironment
                .terminal()
                .say("The model: docs/planning-model.md. The catalog: docs/catalog.md");
    }

    private static String time(TrainingPlan plan) {
        Way chosen = plan.chosen();
        double step = plan.step().breakdown().seconds() + chosen.dataLoading().stallSeconds();
        return "%s of %s, goodput %s, and 10 min to start; %s"
                .formatted(
                        Format.count(Math.round(plan.goal().task().steps()), "step"),
                        Unit.of(step).of(step, 1),
                        Format.percent(chosen.advice().goodput().value()),
                        TrainingPlanText.grounds(chosen.prospect().rate()));
    }

    private static String layout(TrainingPlan plan) {
        return "of %s it is the one whose rate is least likely to disappoint on %s; %s"
                .formatted(
                        Format.count(plan.ways().consideredSetUps(), "set-up"),
                        Format.accelerators(
                                plan.chosen().accelerators(), plan.chosen().offer().type()),
                        plan.chosen().prospect().configuration().parameters().entrySet().stream()
                                .filter(it -> it.getValue() > 1)
                                .map(it -> it.getKey().replace('_', ' ') + " " + it.getValue())
                                .collect(Collectors.joining(" · ")));
    }

    private static String rate(Way chosen) {
        return "%s tokens a second and accelerator; %s"
                .formatted(
                        Format.estimate(
                                chosen.prospect().rate(),
                                it -> Format.count(Math.round(it.perSecond()))),
                        TrainingPlanText.grounds(chosen.prospect().rate()));
    }

    /** Short parts have more digits, so that none reads as 0. */
    private static String step(TrainingPlan plan) {
        double all = plan.seconds();
        Unit unit = Unit.of(all);
        return plan.parts().stream()
                .map(
                        it ->
                                "%s %s (%s)"
                                        .formatted(
                                                it.what(),
                                                unit.of(it.seconds(), 3),
                                                Format.percent(it.seconds() / all)))
                .collect(Collectors.joining(" · "));
    }

    private static String memory(Way chosen) {
        MemoryVerdict memoryVerdict = chosen.prospect().configuration().verdict();
        return "%s; %s"
                .formatted(
                        memoryVerdict.breakdown().largestFirst().stream()
                                .map(it -> it.what() + " " + Format.bytes(it.size()))
                                .collect(Collectors.joining(" · ")),
                        TrainingPlanText.grounds(memoryVerdict.peak()));
    }

    private static String network(TrainingPlan plan) {
        return plan.step().network().isNeeded()
                ? "the needed rate makes a step 5 %% longer than an infinitely fast network; it is %s longer now"
                        .formatted(
                                Format.percent(
                                        plan.step().network().waitingShare()
                                                / (1 - plan.step().network().waitingShare())))
                : "the time of a step does not depend on the network";
    }

    private static String storage(Way chosen) {
        CheckpointAdvice checkpointAdvice = chosen.advice();
        return "accelerators wait %s each time, %s of all the time; reads are 4 bytes a token%s"
                .formatted(
                        Format.exactDuration(checkpointAdvice.saveTime().blocking()),
                        Format.percent(checkpointAdvice.shares().saving()),
                        chosen.dataLoading()
                                .available()
                                .map(
                                        it ->
                                                ", and up to %s/s are available"
                                                        .formatted(Format.bytes(it)))
                                .orElse("; the speed of the storage is unknown"));
    }

    private static String failures(Way chosen) {
        CheckpointAdvice checkpointAdvice = chosen.advice();
        InterruptionRate rate = checkpointAdvice.interruptions();
        return "each day %s of hardware, %s of software, %s reclaimed; repeated work %s, down %s of the time; %s"
                .formatted(
                        rare(rate.hardware()),
                        rare(rate.software()),
                        rare(rate.spot()),
                        Format.percent(checkpointAdvice.shares().redone()),
                        Format.percent(checkpointAdvice.shares().downtime()),
                        TrainingPlanText.grounds(rate.total()));
    }

    private static String rare(Estimate<Double> perDay) {
        return perDay.high() == 0 ? "none" : Format.estimate(perDay, Format::number);
    }

    private static void bill(FactList factList, Way chosen) {
        Map<Bill.Category, List<Bill.Line>> lines =
                chosen.bill().lines().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Bill.Line::category,
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        String price = Format.perHour(chosen.offer().price().perHour().value()) + " each; ";
        lines.forEach(
                (what, all) ->
                        factList.with(
                                "cost of " + what.word(),
                                "%s; %s%s"
                                        .formatted(
                                                Format.estimate(
                                                        new Bill(all).total(), Format::money),
                                                what == Bill.Category.ACCELERATORS ? price : "",
                                                all.getFirst().note())));
    }

    private static String mix(TermsMix termsMix) {
        return termsMix.parts().stream()
                .map(
                        it ->
                                "%s %s: %s"
                                        .formatted(
                                                it.terms().word(),
                                                Format.money(it.cost().value()),
                                                it.reason()))
                .collect(Collectors.joining(" · "));
    }

    private static String own(BuyOrRent buyOrRent) {
        return "%s: %s %s; rent is %s"
                .formatted(
                        buyOrRent.assumed() ? "assumed around the list price" : "as configured",
                        buyOrRent.type(),
                        buyOrRent.sentence(),
                        Format.perHourShort(buyOrRent.rental().price().perHour().value()));
    }

    private void rejected(TrainingPlan plan) {
        if (plan.ways().rejected().isEmpty()) {
            return;
        }
        TextTable textTable =
                TextTable.of(number("COST"), number("TIME"), text("WHERE"), text("WHY NOT"));
        plan.ways()
                .rejected()
                .forEach(
                        it ->
                                textTable.row(
                                        Format.money(it.way().cost().value()),
                                        Format.duration(it.way().time().value()),
                                        it.way().shortName(),
                                        it.reason()));
        commandEnvironment.terminal().say("");
        commandEnvironment.terminal().show(textTable);
    }
}
