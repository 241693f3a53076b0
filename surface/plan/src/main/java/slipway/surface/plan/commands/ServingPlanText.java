package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.serving.ReplicaMemory;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingGoal;
import slipway.plan.serving.ServingPlan;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** Prints a serving plan: the answer, its parts, then the alternatives. */
final class ServingPlanText {

    private final Terminal terminal;
    private final boolean why;

    ServingPlanText(CommandEnvironment commandEnvironment, boolean why) {
        this.terminal = commandEnvironment.terminal();
        this.why = why;
    }

    void say(ServingPlan plan) {
        ServingFleet chosen = plan.chosen();
        ServingGoal goal = plan.goal();
        terminal.say(
                "Serve on %s: %s, %s."
                        .formatted(
                                chosen.name(),
                                Format.count(chosen.replicas(), "replica"),
                                hour(chosen.cost().hour())));
        terminal.show(
                FactList.of()
                        .with("replica", replica(plan))
                        .with("memory", memory(chosen))
                        .with(
                                "first token",
                                time(
                                        chosen.latency().ttftP50(),
                                        chosen.latency().ttftP95(),
                                        goal.latency().ttft()))
                        .with(
                                "each token",
                                time(
                                        chosen.latency().tpotP50(),
                                        chosen.latency().tpotP95(),
                                        goal.latency().tpot()))
                        .with("throughput", throughput(plan))
                        .with("cost", cost(chosen.cost()))
                        .with("rests on", restsOn(chosen)));
        table(plan);
        terminal.say(
                "Chosen of %s: %s."
                        .formatted(
                                Format.count(
                                        plan.consideredWays(),
                                        "kind of replica",
                                        "kinds of replica"),
                                plan.reason()));
        if (why) {
            why(plan);
        } else {
            terminal.say(next(plan));
        }
    }

    /** {@code $9.16 per hour ($8.90 to $9.40)}; a certain price has no interval. */
    private static String hour(Estimate<Money> hour) {
        String value = Format.perHour(hour.value());
        return hour.low().equals(hour.high())
                ? value
                : "%s (%s)".formatted(value, Format.range(hour.low(), hour.high(), Format::money));
    }

    private static String replica(ServingPlan plan) {
        ServingFleet it = plan.chosen();
        String spare =
                it.cost().billedAccelerators() > it.totalAccelerators()
                        ? "; %s are paid for, because machines are rented whole"
                                .formatted(Format.count(it.cost().billedAccelerators()))
                        : "";
        return "%s, weights in %s, %s; %s requests at once, at most %s%s"
                .formatted(
                        Format.accelerators(it.replica().accelerators(), it.offer().type()),
                        it.replica().formats().describe(),
                        plan.goal().bounds().framework(),
                        Format.number(it.replica().concurrency()),
                        Format.count(it.replica().memory().maxRequests()),
                        spare);
    }

    private static String memory(ServingFleet servingFleet) {
        ReplicaMemory replicaMemory = servingFleet.replica().memory();
        return "%s: weights %s · keys and values %s of %s · software %s"
                .formatted(
                        Format.bytes(replicaMemory.total()),
                        Format.bytes(replicaMemory.weights()),
                        Format.bytes(replicaMemory.kvCacheOf(servingFleet.replica().concurrency())),
                        Format.bytes(replicaMemory.kvCache()),
                        Format.bytes(replicaMemory.software()));
    }

    private static String time(Estimate<Duration> median, Estimate<Duration> p95, Duration goal) {
        return "half within %s, 95 of 100 within %s; goal %s: %s"
                .formatted(
                        Format.duration(median.value()),
                        Format.estimate(p95, Format::duration),
                        Format.duration(goal),
                        verdict(p95, goal));
    }

    private static String verdict(Estimate<Duration> p95, Duration goal) {
        return isCertain(p95, goal) ? "met" : "probably met";
    }

    /** Whether even the upper end of the interval meets the goal. */
    private static boolean isCertain(Estimate<Duration> p95, Duration goal) {
        return p95.high().compareTo(goal) <= 0;
    }

    private static boolean isCertain(ServingFleet servingFleet, ServingGoal.LatencyGoal goal) {
        return isCertain(servingFleet.latency().ttftP95(), goal.ttft())
                && isCertain(servingFleet.latency().tpotP95(), goal.tpot());
    }

    private static String throughput(ServingPlan plan) {
        ServingFleet it = plan.chosen();
        return "%s requests a second per replica meet both goals; the load of each is %s: %s spare"
                .formatted(
                        Format.estimate(it.replica().capacity(), Format::number),
                        Format.number(plan.goal().demand().rate() / it.replicas()),
                        Format.percent(it.spareShare(plan.goal().demand())));
    }

    private static String cost(ServingFleet.Cost cost) {
        return "%s per million output tokens · %s per 1,000 requests · %s per month"
                .formatted(
                        money(cost.millionTokens()),
                        money(cost.thousandRequests()),
                        money(cost.month()));
    }

    /** A certain amount has no interval. */
    private static String money(Estimate<Money> money) {
        return money.low().equals(money.high())
                ? Format.money(money.value())
                : Format.estimate(money, Format::money);
    }

    private static String restsOn(ServingFleet servingFleet) {
        String first = TrainingPlanText.grounds(servingFleet.latency().ttftP95());
        String each = TrainingPlanText.grounds(servingFleet.latency().tpotP95());
        return first.equals(each)
                ? "both times: " + first
                : "first token: %s; each token: %s".formatted(first, each);
    }

    private void table(ServingPlan plan) {
        TextTable textTable =
                TextTable.of(
                        number("PER HOUR"),
                        text("WHERE"),
                        text("REPLICA"),
                        number("FIRST TOKEN"),
                        number("EACH TOKEN"),
                        text("AGAINST THE CHOICE"));
        row(textTable, plan.chosen(), "chosen");
        plan.alternatives().forEach(it -> row(textTable, it, against(plan, it)));
        terminal.show(textTable);
    }

    private static void row(TextTable textTable, ServingFleet servingFleet, String remark) {
        textTable.row(
                Format.money(servingFleet.cost().hour().value()),
                servingFleet.name(),
                "%d in %s"
                        .formatted(
                                servingFleet.replica().accelerators(),
                                servingFleet.replica().formats().weights().word()),
                Format.duration(servingFleet.latency().ttftP95().value()),
                Format.duration(servingFleet.latency().tpotP95().value()),
                remark);
    }

    private static String against(ServingPlan plan, ServingFleet other) {
        Money more = other.cost().hour().value().minus(plan.chosen().cost().hour().value());
        boolean safer =
                isCertain(other, plan.goal().latency())
                        && !isCertain(plan.chosen(), plan.goal().latency());
        String money = more.millionths() == 0 ? "costs the same" : Format.money(more) + " more";
        return money + (safer ? ", certainly meets both goals" : "");
    }

    private static String next(ServingPlan plan) {
        return isCertain(plan.chosen(), plan.goal().latency())
                ? "Why each number: --why"
                : "Why each number: --why. For a larger margin, set shorter times with --ttft and --tpot.";
    }

    /** Where each figure comes from. */
    private void why(ServingPlan plan) {
        ServingFleet it = plan.chosen();
        ServingGoal.Demand demand = plan.goal().demand();
        terminal.say("");
        terminal.show(
                FactList.of()
                        .with(
                                "demand",
                                "%s requests a second at random times, %s tokens in and %s out"
                                        .formatted(
                                                Format.number(demand.rate()),
                                                Format.count(demand.input()),
                                                Format.count(demand.output())))
                        .with(
                                "memory",
                                "a tenth is for software; a request holds %s half way through its answer"
                                        .formatted(
                                                Format.bytes(it.replica().memory().perRequest())))
                        .with("first token", TrainingPlanText.grounds(it.latency().ttftP95()))
                        .with("each token", TrainingPlanText.grounds(it.latency().tpotP95()))
                        .with(
                                "95 of 100",
                                "600 requests were simulated at random times on one replica")
                        .with(
                                "throughput",
                                "the highest rate that meets both goals; its interval is that of each token")
                        .with(
                                "replicas",
                                "%s ÷ %s, rounded up"
                                        .formatted(
                                                Format.number(demand.rate()),
                                                Format.number(it.replica().capacity().value())))
                        .with(
                                "per hour",
                                "%s x %s: %s"
                                        .formatted(
                                                Format.count(it.cost().billedAccelerators()),
                                                Format.estimate(
                                                        it.offer().price().perHour(),
                                                        Format::money),
                                                it.offer().price().note()))
                        .with("model", "docs/planning-model.md, section 10"));
    }
}
