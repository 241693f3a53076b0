package slipway.plan.guide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.BuyOrRent;
import slipway.plan.InfrastructureNeeds;
import slipway.plan.Planner;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.guide.Guide.Answer;
import slipway.plan.guide.Guide.Step;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.AdviceRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.MemoryVerdict;

/** Guides a user who plans to train a model. */
final class TrainingGuide {

    private static final double GIGABIT = 125e6;
    private static final double MILLION = 1e6;
    private static final double HOUR = 3_600;
    private static final double BILLION = 1e9;
    private static final String MACHINES = "512";

    private final Planner planner;
    private final GuideRequest request;
    private final Path folder;

    TrainingGuide(Planner planner, GuideRequest request, Path folder) {
        this.planner = planner;
        this.request = request;
        this.folder = folder;
    }

    Guide guide(Instant now) {
        TrainingPlan plan = planner.train(planner.goal(trainingRequest(), folder, now));
        Way chosen = plan.chosen();
        InfrastructureNeeds infrastructureNeeds =
                planner.advise(
                        new AdviceRequest(
                                request.model(),
                                chosen.accelerators() + "x" + chosen.offer().type(),
                                request.amount(),
                                Optional.empty(),
                                Optional.empty(),
                                "bf16",
                                "4"),
                        folder);
        String answer =
                "%s %s on %s: %s, %s."
                        .formatted(
                                plan.withinBounds()
                                        ? "Train"
                                        : "Nothing surely keeps to this; it would be",
                                request.model(),
                                chosen.name(),
                                Format.estimate(chosen.time(), Format::duration),
                                Format.estimate(chosen.cost(), Format::money));
        return new Guide(
                request,
                answer,
                scale(plan, infrastructureNeeds),
                deploy(plan, infrastructureNeeds));
    }

    private TrainingRequest trainingRequest() {
        return new TrainingRequest(
                "slipway plan guide",
                request.model(),
                Optional.of(request.amount()),
                Optional.empty(),
                new TrainingRequest.StatedBatch(
                        Optional.empty(), Optional.empty(), Optional.empty()),
                "bf16",
                "full",
                new TrainingRequest.Limits(
                        request.deadline(),
                        request.budget(),
                        Guide.split(request.accelerators()),
                        List.of(),
                        Guide.split(request.region()),
                        List.of(),
                        MACHINES));
    }

    private List<Answer> scale(TrainingPlan plan, InfrastructureNeeds infrastructureNeeds) {
        Way chosen = plan.chosen();
        return List.of(
                new Answer(
                        "scale",
                        "How large is the work?",
                        "%s B parameters see %s B tokens in %s steps: %s accelerator-hours of %s"
                                .formatted(
                                        Format.number(
                                                round(plan.goal().task().parameters() / BILLION)),
                                        Format.number(round(plan.goal().task().tokens() / BILLION)),
                                        Format.count(Math.round(plan.goal().task().steps())),
                                        Format.estimate(chosen.time(), it -> hours(it, chosen)),
                                        chosen.offer().type())),
                new Answer("compute", "On what, and does it fit?", compute(plan)),
                new Answer(
                        "accelerator interconnect",
                        "How do accelerators reach each other?",
                        interconnect(plan, infrastructureNeeds)),
                new Answer(
                        "latency and locality",
                        "Where is the data?",
                        locality(chosen, infrastructureNeeds)),
                new Answer(
                        "economics", "What does it cost, and is owning cheaper?", economics(plan)));
    }

    private static String hours(Duration time, Way chosen) {
        return Format.count(Math.round(time.toSeconds() / HOUR * chosen.accelerators()));
    }

    private static String compute(TrainingPlan plan) {
        Way chosen = plan.chosen();
        MemoryVerdict memoryVerdict = chosen.prospect().configuration().verdict();
        return "%s in %s, at %s of their peak; %s of %s on each; %s"
                .formatted(
                        Format.accelerators(chosen.accelerators(), chosen.offer().type()),
                        Format.count(chosen.offer().machines(chosen.accelerators()), "machine"),
                        Format.percent(plan.step().mfu()),
                        Format.estimate(memoryVerdict.peak(), Format::bytes),
                        Format.bytes(memoryVerdict.usable()),
                        chosen.prospect().configuration().describe());
    }

    private static String interconnect(TrainingPlan plan, InfrastructureNeeds infrastructureNeeds) {
        return infrastructureNeeds.network().kind() == InfrastructureNeeds.NetworkKind.NONE
                ? "no network between machines is needed: " + infrastructureNeeds.network().reason()
                : "%s for each accelerator, %s there; %s"
                        .formatted(
                                Format.estimate(
                                        infrastructureNeeds.network().required(),
                                        TrainingGuide::gigabits),
                                gigabits(plan.step().network().assumed()),
                                infrastructureNeeds.network().reason());
    }

    private static String gigabits(Bytes speed) {
        return Format.number(speed.count() / GIGABIT) + " Gb/s";
    }

    private static String locality(Way chosen, InfrastructureNeeds infrastructureNeeds) {
        return "%s of data beside the machines%s, read at %s/s; checkpoints of %s every %s, written at %s/s"
                .formatted(
                        Format.bytes(infrastructureNeeds.storage().tiers().getLast().size()),
                        chosen.offer().terms() == PricingTerms.OWN
                                ? ""
                                : " (region: %s)".formatted(chosen.offer().region()),
                        Format.bytes(infrastructureNeeds.storage().trainingRead().high()),
                        Format.bytes(chosen.advice().scenario().size().total()),
                        Format.duration(chosen.advice().interval().rounded()),
                        Format.bytes(chosen.advice().storage().requiredSpeed()));
    }

    private static String economics(TrainingPlan plan) {
        Way chosen = plan.chosen();
        String own =
                plan.buyOrRent().stream().findFirst().map(TrainingGuide::describeOwning).orElse("");
        return "%s, %s per million tokens; %s%s"
                .formatted(
                        Format.estimate(chosen.cost(), Format::money),
                        Format.money(perMillion(chosen.cost().value(), plan)),
                        plan.reason(),
                        own);
    }

    private static Money perMillion(Money cost, TrainingPlan plan) {
        double millions = Math.max(1e-6, plan.goal().task().tokens() / MILLION);
        return new Money(Math.round(cost.millionths() / millions), cost.currency());
    }

    private static String describeOwning(BuyOrRent it) {
        Estimate<Double> from = it.breakEvenFullyUsed().utilization();
        return from.value() > 1
                ? "; owning is never cheaper than %s"
                        .formatted(Format.perHour(it.rental().price().perHour().value()))
                : "; owning is cheaper from %s of the hours in use, this run a month is %s"
                        .formatted(
                                Format.percent(round(from.value())),
                                Format.percent(round(it.utilization())));
    }

    private List<Step> deploy(TrainingPlan plan, InfrastructureNeeds infrastructureNeeds) {
        Way chosen = plan.chosen();
        String type = chosen.offer().type();
        int count = chosen.accelerators();
        return List.of(
                new Step("define", define(), "slipway plan train " + request.options()),
                new Step(
                        "estimate",
                        "%s and %s; rests on %s"
                                .formatted(
                                        Format.estimate(chosen.time(), Format::duration),
                                        Format.estimate(chosen.cost(), Format::money),
                                        Format.list(
                                                chosen.prospect().rate().grounds().stream()
                                                        .map(Ground::sentence)
                                                        .toList())),
                        "slipway plan train %s --why".formatted(request.options())),
                new Step(
                        "pick",
                        chosen.name() + alternative(plan),
                        "slipway plan compare --accelerators %dx%s".formatted(count, type)),
                new Step(
                        "load-test",
                        loadTest(plan, infrastructureNeeds),
                        "slipway plan pilot job.yaml"),
                new Step("observe", observe(plan), "slipway top"),
                new Step(
                        "yield",
                        "give %s back when the last checkpoint is kept; hold %s and %s against what they came to"
                                .formatted(
                                        Format.accelerators(count, type),
                                        Format.duration(chosen.time().value()),
                                        Format.money(chosen.cost().value())),
                        "slipway plan capacity --have %dx%s --used %s --growth 5%%"
                                .formatted(count, type, Math.max(1, Math.round(count * 0.8)))));
    }

    private String define() {
        return "%s on %s tokens%s%s"
                .formatted(
                        request.model(),
                        request.amount(),
                        request.deadline()
                                .map(" within %s"::formatted)
                                .orElse(", whenever it is ready"),
                        request.budget()
                                .map(" for at most $%s"::formatted)
                                .orElse(", at any price"));
    }

    private static String alternative(TrainingPlan plan) {
        return plan.ways().alternatives().stream()
                .filter(it -> !it.name().equals(plan.chosen().name()))
                .findFirst()
                .map(
                        it ->
                                "; else %s: %s, %s"
                                        .formatted(
                                                it.name(),
                                                Format.duration(it.time().value()),
                                                Format.money(it.cost().value())))
                .orElse("");
    }

    private static String loadTest(TrainingPlan plan, InfrastructureNeeds infrastructureNeeds) {
        var rate = plan.chosen().prospect().rate();
        var step =
                new Estimate<>(
                        seconds(plan, rate.value().perSecond()),
                        seconds(plan, rate.high().perSecond()),
                        seconds(plan, rate.low().perSecond()),
                        rate.grounds());
        String wires =
                infrastructureNeeds.network().kind() == InfrastructureNeeds.NetworkKind.NONE
                        ? ""
                        : ", %s between machines"
                                .formatted(
                                        gigabits(infrastructureNeeds.network().required().value()));
        return "a few dozen real steps: %s each%s, %s/s written"
                .formatted(
                        Format.estimate(step, Format::exactDuration),
                        wires,
                        Format.bytes(plan.chosen().advice().storage().requiredSpeed()));
    }

    private static Duration seconds(TrainingPlan plan, double rate) {
        double tokens = plan.chosen().prospect().configuration().tokensPerStep();
        return Duration.ofMillis(Math.max(1, Math.round(1_000 * tokens / rate)));
    }

    private static String observe(TrainingPlan plan) {
        Way chosen = plan.chosen();
        return "something fails every %s: goodput is %s of the time if it saves every %s; memory peaks at %s of %s"
                .formatted(
                        Format.estimate(
                                chosen.advice().interruptions().meanTimeBetween(),
                                Format::duration),
                        Format.estimate(chosen.advice().goodput(), Format::percent),
                        Format.duration(chosen.advice().interval().rounded()),
                        Format.bytes(chosen.prospect().configuration().verdict().peak().value()),
                        Format.bytes(chosen.prospect().configuration().verdict().usable()));
    }

    /** Rounds to two decimal places. */
    private static double round(double number) {
        return Math.rint(number * 100) / 100;
    }
}
