package slipway.plan.guide;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate.Ground;
import slipway.base.Say;
import slipway.plan.Plan;
import slipway.plan.ServingWish;
import slipway.plan.guide.Guide.Letter;
import slipway.plan.guide.Guide.Task;
import slipway.plan.serving.Fleet;
import slipway.plan.serving.ServingPlan;

/** Guides somebody who wants to serve. */
final class ServingGuide {

    private static final String INPUT = "1000";
    private static final String OUTPUT = "300";

    /** A replica is to be back within two minutes. */
    private static final long LOADS = 120;

    private final Plan planner;
    private final GuideWish wish;
    private final Path here;

    ServingGuide(Plan planner, GuideWish wish, Path here) {
        this.planner = planner;
        this.wish = wish;
        this.here = here;
    }

    Guide at(Instant now) {
        ServingPlan made = planner.serve(planner.aim(asked(), here, now));
        Fleet servingFleet = made.chosen();
        String answer =
                "Serve %s with %s of %s: %s, %s a month."
                        .formatted(
                                wish.model(),
                                Say.count(servingFleet.replicas(), "replica"),
                                Say.accelerators(
                                        servingFleet.accelerators(), servingFleet.offer().type()),
                                servingFleet.name(),
                                Say.estimate(servingFleet.cost().month(), Say::money));
        return new Guide(wish, answer, scale(made), deploy(made));
    }

    private ServingWish asked() {
        return new ServingWish(
                "slipway plan guide",
                wish.model(),
                wish.amount(),
                INPUT,
                OUTPUT,
                Optional.empty(),
                Optional.empty(),
                new ServingWish.Limits(
                        "vllm",
                        Guide.split(wish.accelerators()),
                        List.of(),
                        Optional.empty(),
                        wish.budget(),
                        List.of(),
                        Guide.split(wish.region()),
                        List.of()));
    }

    private List<Letter> scale(ServingPlan made) {
        Fleet servingFleet = made.chosen();
        return List.of(
                new Letter(
                        "scale",
                        "How much is asked?",
                        "%s requests a second of %s tokens, answered with %s; %s are in a replica at once"
                                .formatted(
                                        Say.number(made.aim().demand().rate()),
                                        Say.count(made.aim().demand().input()),
                                        Say.count(made.aim().demand().output()),
                                        Say.number(servingFleet.present()))),
                new Letter(
                        "compute",
                        "On what, and does it fit?",
                        "%s, weights in %s: %s of %s; a replica takes %s requests a second"
                                .formatted(
                                        Say.accelerators(
                                                servingFleet.all(), servingFleet.offer().type()),
                                        servingFleet.weight().word(),
                                        Say.bytes(servingFleet.memory().weights()),
                                        Say.bytes(servingFleet.memory().total()),
                                        Say.estimate(
                                                servingFleet.capacity(), it -> Say.number(it)))),
                new Letter(
                        "accelerator interconnect",
                        "How do accelerators reach each other?",
                        servingFleet.accelerators() == 1
                                ? "a replica is one accelerator: no link is needed, and any network carries requests"
                                : "%d share a replica and must be in one machine, on its fast link; any network"
                                                .formatted(servingFleet.accelerators())
                                        + " carries requests"),
                latency(servingFleet),
                new Letter(
                        "economics",
                        "What does it cost?",
                        "%s a month, %s per million tokens of answers; %s of it is to spare; %s"
                                .formatted(
                                        Say.estimate(servingFleet.cost().month(), Say::money),
                                        Say.estimate(
                                                servingFleet.cost().millionTokens(), Say::money),
                                        Say.percent(
                                                Math.rint(
                                                                servingFleet.spare(
                                                                                made.aim().demand())
                                                                        * 100)
                                                        / 100),
                                        made.because())));
    }

    private static Letter latency(Fleet servingFleet) {
        return new Letter(
                "latency and locality",
                "How soon is it there, and where are people?",
                "the first token within %s, each further one within %s, for 95 of 100; distance adds about"
                                .formatted(
                                        Say.estimate(servingFleet.first95(), Say::duration),
                                        Say.estimate(servingFleet.each95(), Say::exactDuration))
                        + " 1 ms for each 100 km there and back: serve where people are (region: %s)"
                                .formatted(servingFleet.offer().region()));
    }

    private List<Task> deploy(ServingPlan made) {
        Fleet servingFleet = made.chosen();
        String type = servingFleet.offer().type();
        String command =
                "slipway plan serve %s --input %s --output %s"
                        .formatted(wish.options(), INPUT, OUTPUT);
        return List.of(
                new Task(
                        "define",
                        "%s for %s%s"
                                .formatted(
                                        wish.model(),
                                        wish.amount(),
                                        wish.budget()
                                                .map(" for at most $%s an hour"::formatted)
                                                .orElse(", at any price")),
                        command),
                new Task(
                        "estimate",
                        "%s, %s an hour; rests on %s"
                                .formatted(
                                        Say.count(servingFleet.replicas(), "replica"),
                                        Say.estimate(servingFleet.cost().hour(), Say::money),
                                        Say.list(
                                                servingFleet.grounds().stream()
                                                        .map(Ground::sentence)
                                                        .toList())),
                        command + " --why"),
                new Task(
                        "pick",
                        servingFleet.name() + second(made),
                        "slipway plan compare --accelerators %s".formatted(type)),
                loadTest(made),
                new Task(
                        "observe",
                        "time to the first token above %s, or more than %s requests in a replica: add one"
                                .formatted(
                                        Say.duration(made.aim().goal().first()),
                                        Say.count(servingFleet.memory().requests())),
                        "slipway top"),
                new Task(
                        "yield",
                        "hold %s a month against what it comes to; give back what is to spare"
                                .formatted(Say.money(servingFleet.cost().month().value())),
                        "slipway plan capacity --have %dx%s --peak %d --growth 5%%"
                                .formatted(servingFleet.all(), type, servingFleet.all())));
    }

    private static Task loadTest(ServingPlan made) {
        return new Task(
                "load-test",
                "one replica with %s requests a second: 95 of 100 keep %s; weights load at %s/s"
                        .formatted(
                                Say.number(made.chosen().capacity().value()),
                                Say.duration(made.aim().goal().first()),
                                Say.bytes(
                                        new Bytes(
                                                made.chosen().memory().weights().count() / LOADS))),
                "slipway plan measure");
    }

    private static String second(ServingPlan made) {
        return made.beside().stream()
                .filter(it -> !it.name().equals(made.chosen().name()))
                .findFirst()
                .map(
                        it ->
                                "; else %s, %s a month"
                                        .formatted(it.name(), Say.money(it.cost().month().value())))
                .orElse("");
    }
}
