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

/** Prints a training plan: the answer, its parts, then the alternatives. */
final class TrainingPlanText {

    private static final double MILLION = 1e6;
    private static final double GIGABIT = 1e9 / 8;

    /** Smaller amounts are not shown. */
    private static final Money CENT = Money.cents(1, "USD");

    /** Parts of a step below this share are not shown. */
    private static final double MIN_PART = 0.005;

    /** A narrower terminal has no column for the end time. */
    private static final int MIN_WIDTH_FOR_END = 100;

    private static final int MANY_MINUTES = 5;

    /** Smaller values would read as 0.0. */
    private static final double MIN_SHOWN = 0.05;

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
                                        Format.count(plan.ways().consideredSetUps(), "set-up"),
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

    /** The bounds that no way meets, and the nearest ways. */
    private static String missed(TrainingPlan plan) {
        Way soonest =
                plan.ways().paretoFront().stream()
                        .min((one, other) -> one.time().value().compareTo(other.time().value()))
                        .orElse(plan.chosen());
        Way cheapest =
                plan.ways().paretoFront().isEmpty()
                        ? plan.chosen()
                        : plan.ways().paretoFront().getFirst();
        return "Nothing certainly meets %s: the soonest takes %s, the cheapest costs %s."
                .formatted(
                        plan.goal().deadline().isEmpty()
                                ? "the budget"
                                : plan.goal().budget().isEmpty()
                                        ? "the deadline"
                                        : "deadline and budget",
                        Format.duration(soonest.time().value()),
                        Format.money(cheapest.cost().value()));
    }

    /** The unit of step times: milliseconds for short steps. */
    record Unit(double perSecond, String sign) {

        static Unit of(double seconds) {
            return seconds < 2 ? new Unit(1_000, " ms") : new Unit(1, " s");
        }

        String of(double seconds, int decimals) {
            return Format.number(seconds * perSecond, decimals) + sign;
        }
    }

    private static String step(TrainingPlan plan) {
        double seconds = plan.seconds();
        Unit unit = Unit.of(seconds);
        return "%s for %s tokens, %s of peak: %s"
                .formatted(
                        unit.of(seconds, 1),
                        tokens(plan.goal().task().tokensPerStep()),
                        Format.percent(plan.step().mfu()),
                        plan.parts().stream()
                                .filter(it -> it.seconds() >= seconds * MIN_PART)
                                .filter(it -> it.seconds() * unit.perSecond >= MIN_SHOWN)
                                .map(
                                        it ->
                                                it.what()
                                                        + " "
                                                        + Format.number(
                                                                it.seconds() * unit.perSecond, 1))
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
        NetworkDemand networkDemand = plan.step().network();
        if (plan.chosen().offer().machines(plan.chosen().accelerators()) == 1) {
            return "none needed: one machine";
        }
        if (!networkDemand.isNeeded()) {
            return "little: nearly all traffic uses the fast link";
        }
        return "%s Gb/s per accelerator needed, %s available%s"
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
                        Format.duration(checkpointAdvice.interval().rounded()),
                        checkpointAdvice
                                .scenario()
                                .speed()
                                .map(it -> saveSpeed(checkpointAdvice, it))
                                .orElse(
                                        ": %s/s suffice"
                                                .formatted(
                                                        Format.bytes(
                                                                checkpointAdvice
                                                                        .storage()
                                                                        .requiredSpeed()))),
                        Format.bytes(way.dataLoading().required()));
    }

    private static String saveSpeed(
            CheckpointAdvice checkpointAdvice, CheckpointScenario.Speed speed) {
        return ", in %s: needs %s/s, %s has %s/s"
                .formatted(
                        Format.duration(checkpointAdvice.saveTime().untilDurable()),
                        Format.bytes(checkpointAdvice.storage().requiredSpeed()),
                        speed.name(),
                        Format.bytes(speed.write()));
    }

    private static String failures(Way way) {
        CheckpointAdvice checkpointAdvice = way.advice();
        double expected =
                checkpointAdvice.interruptions().expectedWithin(way.time().value()).value();
        return "%s; goodput %s"
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

    /** Empty if all of it is on demand. */
    private static Optional<String> mix(TrainingPlan plan, SpotMix spotMix) {
        TermsMix termsMix = spotMix.mix();
        if (termsMix.parts().getFirst().terms() != PricingTerms.SPOT) {
            return Optional.empty();
        }
        String saves =
                "%s, %s less than all on demand"
                        .formatted(
                                Format.money(termsMix.cost().value()),
                                Format.percent(termsMix.saving()));
        if (termsMix.parts().size() == 1) {
            String where =
                    spotMix.spot().equals(plan.chosen()) ? "" : " on " + spotMix.spot().name();
            return Optional.of(
                    "the deadline allows waiting for spot%s, if it is available %s of the time: %s (%s)"
                            .formatted(
                                    where,
                                    Format.percent(spotMix.spotAvailability()),
                                    saves,
                                    Format.money(termsMix.onDemand().value())));
        }
        double onSpot = termsMix.parts().getFirst().hours() / hours(termsMix);
        return Optional.of(
                "%s of the hours on %s, the rest on %s: %s (%s), in time if spot is available %s of the time"
                        .formatted(
                                Format.percent(onSpot),
                                spotMix.spot().name(),
                                spotMix.onDemand().name(),
                                saves,
                                Format.money(termsMix.onDemand().value()),
                                Format.percent(spotMix.spotAvailability())));
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
                        buyOrRent.isBeatenBy(chosen) ? "; the chosen way is cheaper still" : "");
    }

    private void table(TrainingPlan plan) {
        boolean wide = commandEnvironment.terminal().capabilities().width() >= MIN_WIDTH_FOR_END;
        TableColumn where = whole("WHERE");
        TableColumn against = text("AGAINST THE CHOICE");
        TextTable textTable =
                wide
                        ? TextTable.of(number("TIME"), number("COST"), text("DONE"), where, against)
                        : TextTable.of(number("TIME"), number("COST"), where, against);
        row(textTable, plan, plan.chosen(), "chosen", wide);
        plan.ways().alternatives().forEach(it -> row(textTable, plan, it, against(plan, it), wide));
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

    /** Omits the seconds of a long time. */
    private static Duration rounded(Duration time) {
        return time.abs().toMinutes() < MANY_MINUTES ? time : Duration.ofMinutes(time.toMinutes());
    }

    private static Optional<String> late(TrainingPlan plan, Way way) {
        return plan.goal()
                .deadline()
                .map(deadline -> way.time().high().minus(deadline))
                .filter(Duration::isPositive)
                .map(late -> "may end " + Format.duration(late) + " late");
    }
}
