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
import slipway.plan.guide.Guide.Letter;
import slipway.plan.guide.Guide.Task;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.AdviceRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.MemoryVerdict;

/** Guides somebody who wants to train. */
final class TrainingGuide {

    private static final double GIGABIT = 125e6;
    private static final double MILLION = 1e6;
    private static final double HOUR = 3_600;
    private static final double BILLION = 1e9;
    private static final String MACHINES = "512";

    private final Planner planner;
    private final GuideRequest wish;
    private final Path here;

    TrainingGuide(Planner planner, GuideRequest wish, Path here) {
        this.planner = planner;
        this.wish = wish;
        this.here = here;
    }

    Guide at(Instant now) {
        TrainingPlan made = planner.train(planner.aim(asked(), here, now));
        Way chosen = made.chosen();
        InfrastructureNeeds infrastructureNeeds =
                planner.advise(
                        new AdviceRequest(
                                wish.model(),
                                chosen.accelerators() + "x" + chosen.offer().type(),
                                wish.amount(),
                                Optional.empty(),
                                Optional.empty(),
                                "bf16",
                                "4"),
                        here);
        String answer =
                "%s %s on %s: %s, %s."
                        .formatted(
                                made.withinBounds()
                                        ? "Train"
                                        : "Nothing surely keeps to this; it would be",
                                wish.model(),
                                chosen.name(),
                                Format.estimate(chosen.time(), Format::duration),
                                Format.estimate(chosen.cost(), Format::money));
        return new Guide(
                wish, answer, scale(made, infrastructureNeeds), deploy(made, infrastructureNeeds));
    }

    private TrainingRequest asked() {
        return new TrainingRequest(
                "slipway plan guide",
                wish.model(),
                Optional.of(wish.amount()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "bf16",
                "full",
                new TrainingRequest.Limits(
                        wish.deadline(),
                        wish.budget(),
                        Guide.split(wish.accelerators()),
                        List.of(),
                        Guide.split(wish.region()),
                        List.of(),
                        MACHINES));
    }

    private List<Letter> scale(TrainingPlan made, InfrastructureNeeds infrastructureNeeds) {
        Way chosen = made.chosen();
        return List.of(
                new Letter(
                        "scale",
                        "How large is the work?",
                        "%s B parameters see %s B tokens in %s steps: %s accelerator-hours of %s"
                                .formatted(
                                        Format.number(
                                                round(made.aim().task().parameters() / BILLION)),
                                        Format.number(round(made.aim().task().tokens() / BILLION)),
                                        Format.count(Math.round(made.aim().task().steps())),
                                        Format.estimate(chosen.time(), it -> hours(it, chosen)),
                                        chosen.offer().type())),
                new Letter("compute", "On what, and does it fit?", compute(made)),
                new Letter(
                        "accelerator interconnect",
                        "How do accelerators reach each other?",
                        interconnect(made, infrastructureNeeds)),
                new Letter(
                        "latency and locality",
                        "Where is the data?",
                        locality(chosen, infrastructureNeeds)),
                new Letter(
                        "economics", "What does it cost, and is owning cheaper?", economics(made)));
    }

    private static String hours(Duration time, Way chosen) {
        return Format.count(Math.round(time.toSeconds() / HOUR * chosen.accelerators()));
    }

    private static String compute(TrainingPlan made) {
        Way chosen = made.chosen();
        MemoryVerdict memoryVerdict = chosen.prospect().configuration().verdict();
        return "%s in %s, at %s of their peak; %s of %s on each; %s"
                .formatted(
                        Format.accelerators(chosen.accelerators(), chosen.offer().type()),
                        Format.count(chosen.offer().machines(chosen.accelerators()), "machine"),
                        Format.percent(made.ofPeak()),
                        Format.estimate(memoryVerdict.peak(), Format::bytes),
                        Format.bytes(memoryVerdict.room()),
                        chosen.prospect().configuration().words());
    }

    private static String interconnect(TrainingPlan made, InfrastructureNeeds infrastructureNeeds) {
        return infrastructureNeeds.wires().kind() == InfrastructureNeeds.Kind.NONE
                ? "no network between machines is needed: " + infrastructureNeeds.wires().because()
                : "%s for each accelerator, %s there; %s"
                        .formatted(
                                Format.estimate(
                                        infrastructureNeeds.wires().needed(),
                                        TrainingGuide::gigabits),
                                gigabits(made.network().there()),
                                infrastructureNeeds.wires().because());
    }

    private static String gigabits(Bytes speed) {
        return Format.number(speed.count() / GIGABIT) + " Gb/s";
    }

    private static String locality(Way chosen, InfrastructureNeeds infrastructureNeeds) {
        return "%s of data beside the machines%s, read at %s/s; checkpoints of %s every %s, written at %s/s"
                .formatted(
                        Format.bytes(infrastructureNeeds.disks().tiers().getLast().size()),
                        chosen.offer().terms() == PricingTerms.OWN
                                ? ""
                                : " (region: %s)".formatted(chosen.offer().region()),
                        Format.bytes(infrastructureNeeds.disks().feeding().high()),
                        Format.bytes(chosen.advice().question().saved().all()),
                        Format.duration(chosen.advice().every()),
                        Format.bytes(chosen.advice().needed()));
    }

    private static String economics(TrainingPlan made) {
        Way chosen = made.chosen();
        String own = made.owning().stream().findFirst().map(TrainingGuide::owning).orElse("");
        return "%s, %s per million tokens; %s%s"
                .formatted(
                        Format.estimate(chosen.cost(), Format::money),
                        Format.money(perMillion(chosen.cost().value(), made)),
                        made.because(),
                        own);
    }

    private static Money perMillion(Money cost, TrainingPlan made) {
        double millions = Math.max(1e-6, made.aim().task().tokens() / MILLION);
        return new Money(Math.round(cost.millionths() / millions), cost.currency());
    }

    private static String owning(BuyOrRent it) {
        Estimate<Double> from = it.always().utilisation();
        return from.value() > 1
                ? "; owning is never cheaper than %s"
                        .formatted(Format.perHour(it.rent().perHour().value()))
                : "; owning is cheaper from %s of the hours in use, this run a month is %s"
                        .formatted(
                                Format.percent(round(from.value())),
                                Format.percent(round(it.used())));
    }

    private List<Task> deploy(TrainingPlan made, InfrastructureNeeds infrastructureNeeds) {
        Way chosen = made.chosen();
        String type = chosen.offer().type();
        int count = chosen.accelerators();
        return List.of(
                new Task("define", define(), "slipway plan train " + wish.options()),
                new Task(
                        "estimate",
                        "%s and %s; rests on %s"
                                .formatted(
                                        Format.estimate(chosen.time(), Format::duration),
                                        Format.estimate(chosen.cost(), Format::money),
                                        Format.list(
                                                chosen.prospect().rate().grounds().stream()
                                                        .map(Ground::sentence)
                                                        .toList())),
                        "slipway plan train %s --why".formatted(wish.options())),
                new Task(
                        "pick",
                        chosen.name() + second(made),
                        "slipway plan compare --accelerators %dx%s".formatted(count, type)),
                new Task(
                        "load-test",
                        loadTest(made, infrastructureNeeds),
                        "slipway plan pilot job.yaml"),
                new Task("observe", observe(made), "slipway top"),
                new Task(
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
                        wish.model(),
                        wish.amount(),
                        wish.deadline()
                                .map(" within %s"::formatted)
                                .orElse(", whenever it is ready"),
                        wish.budget().map(" for at most $%s"::formatted).orElse(", at any price"));
    }

    private static String second(TrainingPlan made) {
        return made.beside().stream()
                .filter(it -> !it.name().equals(made.chosen().name()))
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

    private static String loadTest(TrainingPlan made, InfrastructureNeeds infrastructureNeeds) {
        var rate = made.chosen().prospect().rate();
        var step =
                new Estimate<>(
                        seconds(made, rate.value().perSecond()),
                        seconds(made, rate.high().perSecond()),
                        seconds(made, rate.low().perSecond()),
                        rate.grounds());
        String wires =
                infrastructureNeeds.wires().kind() == InfrastructureNeeds.Kind.NONE
                        ? ""
                        : ", %s between machines"
                                .formatted(gigabits(infrastructureNeeds.wires().needed().value()));
        return "a few dozen real steps: %s each%s, %s/s written"
                .formatted(
                        Format.estimate(step, Format::exactDuration),
                        wires,
                        Format.bytes(made.chosen().advice().needed()));
    }

    private static Duration seconds(TrainingPlan made, double rate) {
        double tokens = made.chosen().prospect().configuration().tokensOfStep();
        return Duration.ofMillis(Math.max(1, Math.round(1_000 * tokens / rate)));
    }

    private static String observe(TrainingPlan made) {
        Way chosen = made.chosen();
        return "something fails every %s: it gets on %s of the time if it saves every %s; memory peaks at %s of %s"
                .formatted(
                        Format.estimate(
                                chosen.advice().interruptions().between(), Format::duration),
                        Format.estimate(chosen.advice().goodput(), Format::percent),
                        Format.duration(chosen.advice().every()),
                        Format.bytes(chosen.prospect().configuration().verdict().peak().value()),
                        Format.bytes(chosen.prospect().configuration().verdict().room()));
    }

    /** To two figures behind the point. */
    private static double round(double number) {
        return Math.rint(number * 100) / 100;
    }
}
