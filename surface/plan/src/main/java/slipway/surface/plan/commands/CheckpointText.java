package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.time.Duration;
import java.time.Instant;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.MonthlyCost;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.reliability.CheckpointOptimizerBytes;
import slipway.plan.reliability.InterruptionRate;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** Prints checkpoint advice: the answer, the reasons, then the storage tiers. */
final class CheckpointText {

    private static final double MIN_SHARE = 0.001;

    private final Terminal terminal;
    private final Instant now;
    private final boolean why;

    CheckpointText(CommandEnvironment commandEnvironment, boolean why) {
        this.terminal = commandEnvironment.terminal();
        this.now = commandEnvironment.clock().instant();
        this.why = why;
    }

    void say(CheckpointAdvice checkpointAdvice) {
        terminal.say(answer(checkpointAdvice));
        terminal.show(
                FactList.of()
                        .with("goodput", goodput(checkpointAdvice))
                        .with("loses", losses(checkpointAdvice))
                        .with("interrupted", interrupted(checkpointAdvice))
                        .with("checkpoint", size(checkpointAdvice.scenario().size()))
                        .with("storage", storage(checkpointAdvice))
                        .with("rests on", grounds(checkpointAdvice)));
        tiers(checkpointAdvice);
        if (why) {
            why(checkpointAdvice);
        } else {
            terminal.say("Where each figure comes from: --why");
        }
    }

    private static String answer(CheckpointAdvice checkpointAdvice) {
        String every =
                checkpointAdvice.interval().steps().isPresent()
                        ? "%s (%s)"
                                .formatted(
                                        Format.count(
                                                checkpointAdvice.interval().steps().getAsLong(),
                                                "step"),
                                        Format.duration(checkpointAdvice.interval().rounded()))
                        : Format.duration(checkpointAdvice.interval().rounded());
        return "Save every %s, best is %s (%s): %s %s at %s/s."
                .formatted(
                        every,
                        Format.duration(checkpointAdvice.interval().best().value()),
                        Format.range(
                                checkpointAdvice.interval().best().low(),
                                checkpointAdvice.interval().best().high(),
                                Format::duration),
                        Format.bytes(checkpointAdvice.scenario().size().total()),
                        blocks(checkpointAdvice),
                        Format.bytes(checkpointAdvice.storage().speed().write()));
    }

    private static String blocks(CheckpointAdvice checkpointAdvice) {
        return checkpointAdvice.scenario().asynchronous()
                ? "block for %s, are written after %s"
                        .formatted(
                                length(checkpointAdvice.saveTime().blocking()),
                                length(checkpointAdvice.saveTime().untilDurable()))
                : "in " + length(checkpointAdvice.saveTime().blocking());
    }

    /** Shows fractions of a second, so that a short time is not 0. */
    private static String length(Duration duration) {
        return duration.toSeconds() < 10
                ? Format.exactDuration(duration)
                : Format.duration(duration);
    }

    private static String goodput(CheckpointAdvice checkpointAdvice) {
        return "%s of the time; %s if it saved only at the end of %s of work"
                .formatted(
                        Format.estimate(checkpointAdvice.goodput(), Format::percent),
                        Format.estimate(checkpointAdvice.goodputUnsaved(), CheckpointText::share),
                        Format.duration(checkpointAdvice.scenario().work()));
    }

    /** Limits the digits of a tiny share. */
    private static String share(double share) {
        return share < MIN_SHARE ? "under " + Format.percent(MIN_SHARE) : Format.percent(share);
    }

    private static String losses(CheckpointAdvice checkpointAdvice) {
        CheckpointAdvice.Shares shares = checkpointAdvice.shares();
        return "saving %s · repeated work %s · waiting for machines and loading %s"
                .formatted(
                        Format.percent(shares.saving()),
                        Format.percent(shares.redone()),
                        Format.percent(shares.downtime()));
    }

    private static String interrupted(CheckpointAdvice checkpointAdvice) {
        InterruptionRate all = checkpointAdvice.interruptions();
        String spot =
                checkpointAdvice.scenario().machines().spot()
                        ? " · spot " + Format.number(all.spot().value())
                        : "";
        return "every %s; each day hardware %s · software %s%s"
                .formatted(
                        Format.estimate(all.meanTimeBetween(), Format::duration),
                        Format.number(all.hardware().value()),
                        Format.number(all.software().value()),
                        spot);
    }

    private static String size(CheckpointOptimizerBytes.CheckpointSize saved) {
        return "%s: weights %s · master weights %s · moments %s"
                .formatted(
                        Format.bytes(saved.total()),
                        Format.bytes(saved.weights()),
                        Format.bytes(saved.masterWeights()),
                        Format.bytes(saved.moments()));
    }

    private static String storage(CheckpointAdvice checkpointAdvice) {
        String needed =
                "%s/s needed, all %s together"
                        .formatted(
                                Format.bytes(checkpointAdvice.storage().requiredSpeed()),
                                Format.count(
                                        checkpointAdvice.scenario().machines().count(), "machine"));
        if (checkpointAdvice.scenario().speed().isEmpty()) {
            return needed;
        }
        return needed
                + (checkpointAdvice.storage().isFastEnough()
                        ? ", %s/s available"
                                .formatted(Format.bytes(checkpointAdvice.storage().speed().write()))
                        : ", only %s/s available: a faster one would save more than 1 %% of the time"
                                .formatted(
                                        Format.bytes(checkpointAdvice.storage().speed().write())));
    }

    private static String grounds(CheckpointAdvice checkpointAdvice) {
        return String.join(
                "; ",
                checkpointAdvice.interruptions().total().grounds().stream()
                        .map(Ground::sentence)
                        .toList());
    }

    private void tiers(CheckpointAdvice checkpointAdvice) {
        TextTable textTable =
                TextTable.of(
                        text("STORAGE"),
                        number("SPEED"),
                        number("SAVE EVERY"),
                        number("BLOCKS"),
                        number("GOODPUT"),
                        number("A MONTH"),
                        text("REMARK"));
        for (CheckpointAdvice.TierFit fit : checkpointAdvice.storage().tiers()) {
            textTable.row(
                    fit.provider() + " " + fit.name(),
                    Format.bytes(fit.speed()) + "/s",
                    Format.duration(fit.interval()),
                    length(fit.blocking()),
                    Format.percent(fit.goodput()),
                    cost(checkpointAdvice, fit),
                    remark(fit));
        }
        terminal.show(textTable);
    }

    private String cost(CheckpointAdvice checkpointAdvice, CheckpointAdvice.TierFit fit) {
        return MonthlyCost.of(checkpointAdvice, fit, now)
                .map(Estimate::value)
                .map((Money it) -> Format.money(it))
                .orElse("none");
    }

    private String remark(CheckpointAdvice.TierFit fit) {
        String age =
                fit.age(now).isPresent()
                        ? "listed %s ago".formatted(Format.count(fit.age(now).getAsLong(), "day"))
                        : "a typical one";
        String verdict =
                fit.isLocal()
                        ? "lost with its machine: copy it elsewhere"
                        : fit.isFastEnough() ? "fast enough" : "too slow";
        return verdict + "; " + age;
    }

    private void why(CheckpointAdvice checkpointAdvice) {
        terminal.say("Why");
        terminal.show(
                FactList.of()
                        .with(
                                "cadence",
                                "%s loses least; Young's rule says %s, Daly's %s"
                                        .formatted(
                                                Format.duration(
                                                        checkpointAdvice.interval().best().value()),
                                                Format.duration(
                                                        checkpointAdvice
                                                                .interval()
                                                                .rules()
                                                                .young()),
                                                Format.duration(
                                                        checkpointAdvice
                                                                .interval()
                                                                .rules()
                                                                .daly())))
                        .with(
                                "goodput",
                                "exact for random failures at a constant rate; its interval is that of the"
                                        + " rate")
                        .with("hardware", perDay(checkpointAdvice.interruptions().hardware()))
                        .with("software", perDay(checkpointAdvice.interruptions().software()))
                        .with("spot", perDay(checkpointAdvice.interruptions().spot()))
                        .with(
                                "a failure",
                                "costs 11 minutes until the run has machines again, as in published runs;"
                                        + " then it loads")
                        .with(
                                "needed",
                                "the speed above which a faster storage saves less than 1 % of the"
                                        + " time")
                        .with(
                                "a month",
                                "three checkpoints are kept, each written in parts of 64 MB"));
    }

    private static String perDay(Estimate<Double> rate) {
        return "%s a day. %s"
                .formatted(
                        Format.estimate(rate, it -> Format.number(it)),
                        rate.grounds().getFirst().sentence());
    }
}
