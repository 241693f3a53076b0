package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.BuyOrRent;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.SpotMix;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.CheckpointScenario;
import slipway.plan.training.MemoryVerdict;
import slipway.plan.training.NetworkDemand;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.TableColumn;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** A plan in words: the answer first, then what it is made of, then what else could be done. */
final class TrainingPlanText {

    private static final double MILLION = 1e6;
    private static final double GIGABIT = 1e9 / 8;

    /** Less is not worth a word. */
    private static final Money CENT = Money.cents(1, "USD");

    /** A part of a step that is shorter than this share of it is not worth a word. */
    private static final double PART = 0.005;

    /** In a narrower terminal nobody is told when it would be done. */
    private static final int WIDE = 100;

    private static final int MANY = 5;

    /** What would read as 0.0. */
    private static final double SHOWN = 0.05;

    private final CommandEnvironment commandEnvironment;
    private final boolean why;

    TrainingPlanText(CommandEnvironment commandEnvironment, boolean why) {
        this.commandEnvironment = commandEnvironment;
        this.why = why;
    }

    void say(TrainingPlan plan) {
        Way chosen = plan.chosen();
        if (!plan.withinBounds()) {
            commandEnvironment.terminal().say(missed(plan));
        }
        commandEnvironment
                .terminal()
                .say(
                        "%s %s: %s, %s."
                                .formatted(
                                        plan.withinBounds() ? "Train on" : "It would be",
                                        chosen.name(),
                                        Format.estimate(chosen.time(), Format::duration),
                                        Format.estimate(chosen.cost(), Format::money)));
        commandEnvironment
                .terminal()
                .show(
                        FactList.of()
                                .with("set-up", chosen.prospect().configuration().describe())
                                .with("step", step(plan))
                                .with("memory", memory(chosen))
                                .with("network", network(plan))
                                .with("storage", storage(chosen))
                                .with("failures", failures(chosen))
                                .with("cost", bill(chosen))
                                .with("mix", plan.spotMix().flatMap(it -> mix(plan, it)))
                                .with("own", own(plan))
                                .with("rests on", grounds(chosen.prospect().rate())));
        commandEnvironment.terminal().say("");
        table(plan);
        commandEnvironment
                .terminal()
                .say(
                        "Chosen of %s: %s."
                                .formatted(
                                        Format.count(plan.consideredSetUps(), "set-up"),
                                        plan.reason()));
        if (why) {
            new TrainingPlanWhy(commandEnvironment).say(plan);
        } else {
            commandEnvironment
                    .terminal()
                    .say(
                            chosen.offer().terms() == PricingTerms.OWN
                                    ? "Why each number: --why. Submit it: slipway run train.py --plan last"
                                    : "Why each number: --why");
        }
    }

    /** What stands in the way, and how near one comes. */
    private static String missed(TrainingPlan plan) {
        Way soonest =
                plan.paretoFront().stream()
                        .min((one, other) -> one.time().value().compareTo(other.time().value()))
                        .orElse(plan.chosen());
        Way cheapest = plan.paretoFront().isEmpty() ? plan.chosen() : plan.paretoFront().getFirst();
        return "Nothing surely keeps %s: the soonest takes %s, the cheapest costs %s."
                .formatted(
                        plan.goal().deadline().isEmpty()
                                ? "the budget"
                                : plan.goal().budget().isEmpty()
                                        ? "the deadline"
                                        : "deadline and budget",
                        Format.duration(soonest.time().value()),
                        Format.money(cheapest.cost().value()));
    }

    /** Short steps are told in thousandths. */
    record Unit(double often, String sign) {

        static Unit of(double seconds) {
            return seconds < 2 ? new Unit(1_000, " ms") : new Unit(1, " s");
        }

        String of(double seconds, int decimals) {
            return Format.number(seconds * often, decimals) + sign;
        }
    }

    private static String step(TrainingPlan plan) {
        double seconds = plan.seconds();
        Unit unit = Unit.of(seconds);
        return "%s for %s tokens, %s of peak: %s"
                .formatted(
                        unit.of(seconds, 1),
                        tokens(plan.goal().task().tokensPerStep()),
                        Format.percent(plan.mfu()),
                        plan.parts().stream()
                                .filter(it -> it.seconds() >= seconds * PART)
                                .filter(it -> it.seconds() * unit.often >= SHOWN)
                                .map(
                                        it ->
                                                it.what()
                                                        + " "
                                                        + Format.number(
                                                                it.seconds() * unit.often, 1))
                                .collect(Collectors.joining(" · ")));
    }

    private static String tokens(double count) {
        return count < MILLION / 2
                ? Format.count(Math.round(count))
                : Format.number(count / MILLION, 1) + " M";
    }

    private static String memory(Way way) {
        MemoryVerdict memoryVerdict = way.prospect().configuration().verdict();
        return "%s of %s, %s: %s"
                .formatted(
                        Format.estimate(memoryVerdict.peak(), Format::bytes),
                        Format.bytes(memoryVerdict.usable()),
                        memoryVerdict.isCertain() ? "fits" : "fits probably",
                        memoryVerdict.breakdown().largestFirst().stream()
                                .filter(
                                        it ->
                                                it.size().count()
                                                        > memoryVerdict.usable().count() / 200)
                                .map(it -> it.what() + " " + Format.bytes(it.size()))
                                .collect(Collectors.joining(" · ")));
    }

    private static String network(TrainingPlan plan) {
        NetworkDemand networkDemand = plan.network();
        if (plan.chosen().offer().machines(plan.chosen().accelerators()) == 1) {
            return "none needed: one machine";
        }
        if (!networkDemand.isNeeded()) {
            return "hardly any: all but little goes over the fast link";
        }
        return "%s Gb/s per accelerator needed, %s there%s"
                .formatted(
                        gigabits(networkDemand.required()),
                        gigabits(networkDemand.assumed()),
                        networkDemand.suffices()
                                ? ""
                                : ": %s of the step waits for it"
                                        .formatted(Format.percent(networkDemand.waitingShare())));
    }

    private static String gigabits(Bytes perSecond) {
        return Format.number(perSecond.count() / GIGABIT);
    }

    private static String storage(Way way) {
        CheckpointAdvice checkpointAdvice = way.advice();
        return "checkpoint of %s every %s%s; reads %s/s"
                .formatted(
                        Format.bytes(checkpointAdvice.scenario().size().total()),
                        Format.duration(checkpointAdvice.interval()),
                        checkpointAdvice
                                .scenario()
                                .speed()
                                .map(it -> written(checkpointAdvice, it))
                                .orElse(
                                        ": %s/s suffice"
                                                .formatted(
                                                        Format.bytes(
                                                                checkpointAdvice.requiredSpeed()))),
                        Format.bytes(way.dataLoading().required()));
    }

    private static String written(
            CheckpointAdvice checkpointAdvice, CheckpointScenario.Speed there) {
        return ", in %s: needs %s/s, %s has %s/s"
                .formatted(
                        Format.duration(checkpointAdvice.untilDurable()),
                        Format.bytes(checkpointAdvice.requiredSpeed()),
                        there.name(),
                        Format.bytes(there.write()));
    }

    private static String failures(Way way) {
        CheckpointAdvice checkpointAdvice = way.advice();
        double expected =
                checkpointAdvice.interruptions().expectedWithin(way.time().value()).value();
        return "%s; %s of the time gets on"
                .formatted(
                        expected < 1
                                ? Format.percent(-Math.expm1(-expected))
                                        + " likely to be interrupted"
                                : Format.number(expected) + " interruptions expected",
                        Format.percent(checkpointAdvice.goodput().value()));
    }

    static String grounds(Estimate<?> estimate) {
        return estimate.grounds().stream()
                .map(Ground::sentence)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String bill(Way way) {
        Map<String, Money> amounts = new LinkedHashMap<>();
        way.bill()
                .lines()
                .forEach(
                        it ->
                                amounts.merge(
                                        it.category().word(), it.amount().value(), Money::plus));
        return amounts.entrySet().stream()
                .filter(it -> it.getValue().compareTo(CENT) >= 0)
                .map(it -> it.getKey() + " " + Format.money(it.getValue()))
                .collect(Collectors.joining(" · "));
    }

    /** Nothing to say where all of it is on demand. */
    private static Optional<String> mix(TrainingPlan plan, SpotMix mixed) {
        TermsMix termsMix = mixed.mix();
        if (termsMix.parts().getFirst().terms() != PricingTerms.SPOT) {
            return Optional.empty();
        }
        String saves =
                "%s, %s less than all on demand"
                        .formatted(
                                Format.money(termsMix.cost().value()),
                                Format.percent(termsMix.saving()));
        if (termsMix.parts().size() == 1) {
            String where = mixed.spot().equals(plan.chosen()) ? "" : " on " + mixed.spot().name();
            return Optional.of(
                    "there is time to wait for spot%s, if it is there %s of the time: %s (%s)"
                            .formatted(
                                    where,
                                    Format.percent(mixed.spotAvailability()),
                                    saves,
                                    Format.money(termsMix.onDemand().value())));
        }
        double onSpot = termsMix.parts().getFirst().hours() / hours(termsMix);
        return Optional.of(
                "%s of the hours on %s, the rest on %s: %s (%s), in time if spot is there %s of the time"
                        .formatted(
                                Format.percent(onSpot),
                                mixed.spot().name(),
                                mixed.onDemand().name(),
                                saves,
                                Format.money(termsMix.onDemand().value()),
                                Format.percent(mixed.spotAvailability())));
    }

    private static double hours(TermsMix termsMix) {
        return termsMix.parts().stream().mapToDouble(TermsMix.Part::hours).sum();
    }

    private static Optional<String> own(TrainingPlan plan) {
        return plan.buyOrRent().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        plan.buyOrRent().stream()
                                .map(it -> own(it, plan.chosen()))
                                .collect(Collectors.joining("; ")));
    }

    private static String own(BuyOrRent buyOrRent, Way chosen) {
        double from = buyOrRent.breakEvenFullyUsed().utilization().value();
        String name =
                buyOrRent.assumed()
                        ? "bought %s".formatted(buyOrRent.type())
                        : "%s (%s)".formatted(buyOrRent.name(), buyOrRent.type());
        if (from > 1) {
            return "%s costs more than %s, whatever its use"
                    .formatted(name, buyOrRent.rental().name());
        }
        return "%s is cheaper than %s from %s use on%s; one such run a month is %s%s"
                .formatted(
                        name,
                        buyOrRent.rental().name(),
                        Format.percent(from),
                        buyOrRent
                                .breakEvenFullyUsed()
                                .months()
                                .map(
                                        it ->
                                                ", paid back after %s of full use"
                                                        .formatted(
                                                                Format.count(
                                                                        Math.round(it.value()),
                                                                        "month")))
                                .orElse(""),
                        Format.percent(buyOrRent.utilization()),
                        buyOrRent.isBeatenBy(chosen) ? "; what was chosen is cheaper still" : "");
    }

    private void table(TrainingPlan plan) {
        boolean wide = commandEnvironment.terminal().capabilities().width() >= WIDE;
        TableColumn where = whole("WHERE");
        TableColumn against = text("AGAINST THE CHOICE");
        TextTable textTable =
                wide
                        ? TextTable.of(number("TIME"), number("COST"), text("DONE"), where, against)
                        : TextTable.of(number("TIME"), number("COST"), where, against);
        row(textTable, plan, plan.chosen(), "chosen", wide);
        plan.alternatives().forEach(it -> row(textTable, plan, it, against(plan, it), wide));
        commandEnvironment.terminal().show(textTable);
    }

    private void row(TextTable textTable, TrainingPlan plan, Way way, String remark, boolean wide) {
        String time = Format.duration(way.time().value());
        String cost = Format.money(way.cost().value());
        if (wide) {
            String done =
                    commandEnvironment.times().time(plan.goal().now().plus(way.time().value()));
            textTable.row(time, cost, done, way.shortName(), remark);
        } else {
            textTable.row(time, cost, way.shortName(), remark);
        }
    }

    private static String against(TrainingPlan plan, Way other) {
        Way chosen = plan.chosen();
        Duration later = rounded(other.time().value().minus(chosen.time().value()));
        Money more = other.cost().value().minus(chosen.cost().value());
        String money =
                more.isNegative()
                        ? "saves " + Format.money(Money.zero(more.currency()).minus(more))
                        : Format.money(more) + " more";
        String time =
                later.isNegative()
                        ? Format.duration(later.abs()) + " sooner"
                        : Format.duration(later) + " later";
        return money + ", " + late(plan, other).orElse(time);
    }

    /** Seconds say nothing where minutes are many. */
    private static Duration rounded(Duration time) {
        return time.abs().toMinutes() < MANY ? time : Duration.ofMinutes(time.toMinutes());
    }

    private static Optional<String> late(TrainingPlan plan, Way way) {
        return plan.goal()
                .deadline()
                .map(deadline -> way.time().high().minus(deadline))
                .filter(Duration::isPositive)
                .map(late -> "may end " + Format.duration(late) + " late");
    }
}
