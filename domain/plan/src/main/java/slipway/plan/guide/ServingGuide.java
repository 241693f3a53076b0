package slipway.plan.guide;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate.Ground;
import slipway.base.text.Format;
import slipway.plan.Planner;
import slipway.plan.guide.Guide.Letter;
import slipway.plan.guide.Guide.Task;
import slipway.plan.request.ServingRequest;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingPlan;

/** Guides somebody who wants to serve. */
final class ServingGuide {

    private static final String INPUT = "1000";
    private static final String OUTPUT = "300";

    /** A replica is to be back within two minutes. */
    private static final long LOADS = 120;

    private final Planner planner;
    private final GuideRequest wish;
    private final Path here;

    ServingGuide(Planner planner, GuideRequest wish, Path here) {
        this.planner = planner;
        this.wish = wish;
        this.here = here;
    }

    Guide at(Instant now) {
        ServingPlan made = planner.serve(planner.aim(asked(), here, now));
        ServingFleet servingFleet = made.chosen();
        String answer =
                "Serve %s with %s of %s: %s, %s a month."
                        .formatted(
                                wish.model(),
                                Format.count(servingFleet.replicas(), "replica"),
                                Format.accelerators(
                                        servingFleet.accelerators(), servingFleet.offer().type()),
                                servingFleet.name(),
                                Format.estimate(servingFleet.cost().month(), Format::money));
        return new Guide(wish, answer, scale(made), deploy(made));
    }

    private ServingRequest asked() {
        return new ServingRequest(
                "slipway plan guide",
                wish.model(),
                wish.amount(),
                INPUT,
                OUTPUT,
                Optional.empty(),
                Optional.empty(),
                new ServingRequest.Limits(
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
        ServingFleet servingFleet = made.chosen();
        return List.of(
                new Letter(
                        "scale",
                        "How much is asked?",
                        "%s requests a second of %s tokens, answered with %s; %s are in a replica at once"
                                .formatted(
                                        Format.number(made.aim().demand().rate()),
                                        Format.count(made.aim().demand().input()),
                                        Format.count(made.aim().demand().output()),
                                        Format.number(servingFleet.present()))),
                new Letter(
                        "compute",
                        "On what, and does it fit?",
                        "%s, weights in %s: %s of %s; a replica takes %s requests a second"
                                .formatted(
                                        Format.accelerators(
                                                servingFleet.all(), servingFleet.offer().type()),
                                        servingFleet.weight().word(),
                                        Format.bytes(servingFleet.memory().weights()),
                                        Format.bytes(servingFleet.memory().total()),
                                        Format.estimate(
                                                servingFleet.capacity(), it -> Format.number(it)))),
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
                                        Format.estimate(servingFleet.cost().month(), Format::money),
                                        Format.estimate(
                                                servingFleet.cost().millionTokens(), Format::money),
                                        Format.percent(
                                                Math.rint(
                                                                servingFleet.spare(
                                                                                made.aim().demand())
                                                                        * 100)
                                                        / 100),
                                        made.because())));
    }

    private static Letter latency(ServingFleet servingFleet) {
        return new Letter(
                "latency and locality",
                "How soon is it there, and where are people?",
                "the first token within %s, each further one within %s, for 95 of 100; distance adds about"
                                .formatted(
                                        Format.estimate(servingFleet.first95(), Format::duration),
                                        Format.estimate(
                                                servingFleet.each95(), Format::exactDuration))
                        + " 1 ms for each 100 km there and back: serve where people are (region: %s)"
                                .formatted(servingFleet.offer().region()));
    }

    private List<Task> deploy(ServingPlan made) {
        ServingFleet servingFleet = made.chosen();
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
                                        Format.count(servingFleet.replicas(), "replica"),
                                        Format.estimate(servingFleet.cost().hour(), Format::money),
                                        Format.list(
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
                                        Format.duration(made.aim().goal().first()),
                                        Format.count(servingFleet.memory().requests())),
                        "slipway top"),
                new Task(
                        "yield",
                        "hold %s a month against what it comes to; give back what is to spare"
                                .formatted(Format.money(servingFleet.cost().month().value())),
                        "slipway plan capacity --have %dx%s --peak %d --growth 5%%"
                                .formatted(servingFleet.all(), type, servingFleet.all())));
    }

    private static Task loadTest(ServingPlan made) {
        return new Task(
                "load-test",
                "one replica with %s requests a second: 95 of 100 keep %s; weights load at %s/s"
                        .formatted(
                                Format.number(made.chosen().capacity().value()),
                                Format.duration(made.aim().goal().first()),
                                Format.bytes(
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
                                        .formatted(
                                                it.name(), Format.money(it.cost().month().value())))
                .orElse("");
    }
}
