package slipway.plan.guide;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate.Ground;
import slipway.base.text.Format;
import slipway.plan.Planner;
import slipway.plan.guide.Guide.Answer;
import slipway.plan.guide.Guide.Step;
import slipway.plan.request.ServingRequest;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingPlan;

/** Guides a user who plans to serve a model. */
final class ServingGuide {

    private static final String INPUT = "1000";
    private static final String OUTPUT = "300";

    /** Seconds in which a replica should load its weights. */
    private static final long LOAD_SECONDS = 120;

    private final Planner planner;
    private final GuideRequest request;
    private final Path folder;

    ServingGuide(Planner planner, GuideRequest request, Path folder) {
        this.planner = planner;
        this.request = request;
        this.folder = folder;
    }

    Guide guide(Instant now) {
        ServingPlan plan = planner.serve(planner.goal(servingRequest(), folder, now));
        ServingFleet servingFleet = plan.chosen();
        String answer =
                "Serve %s with %s of %s: %s, %s a month."
                        .formatted(
                                request.model(),
                                Format.count(servingFleet.replicas(), "replica"),
                                Format.accelerators(
                                        servingFleet.replica().accelerators(),
                                        servingFleet.offer().type()),
                                servingFleet.name(),
                                Format.estimate(servingFleet.cost().month(), Format::money));
        return new Guide(request, answer, scale(plan), deploy(plan));
    }

    private ServingRequest servingRequest() {
        return new ServingRequest(
                "slipway plan guide",
                request.model(),
                request.amount(),
                INPUT,
                OUTPUT,
                Optional.empty(),
                Optional.empty(),
                new ServingRequest.Limits(
                        "vllm",
                        Guide.split(request.accelerators()),
                        ServingRequest.Formats.ANY,
                        Optional.empty(),
                        request.budget(),
                        List.of(),
                        Guide.split(request.region()),
                        List.of()));
    }

    private List<Answer> scale(ServingPlan plan) {
        ServingFleet servingFleet = plan.chosen();
        return List.of(
                new Answer(
                        "scale",
                        "How much is asked?",
                        "%s requests a second of %s tokens, answered with %s; %s are in a replica at once"
                                .formatted(
                                        Format.number(plan.goal().demand().rate()),
                                        Format.count(plan.goal().demand().input()),
                                        Format.count(plan.goal().demand().output()),
                                        Format.number(servingFleet.replica().concurrency()))),
                new Answer(
                        "compute",
                        "On what, and does it fit?",
                        "%s, weights in %s: %s of %s; a replica takes %s requests a second"
                                .formatted(
                                        Format.accelerators(
                                                servingFleet.totalAccelerators(),
                                                servingFleet.offer().type()),
                                        servingFleet.replica().formats().weights().word(),
                                        Format.bytes(servingFleet.replica().memory().weights()),
                                        Format.bytes(servingFleet.replica().memory().total()),
                                        Format.estimate(
                                                servingFleet.replica().capacity(),
                                                it -> Format.number(it)))),
                new Answer(
                        "accelerator interconnect",
                        "How do accelerators reach each other?",
                        servingFleet.replica().accelerators() == 1
                                ? "a replica is one accelerator: no link is needed, and any network carries requests"
                                : "%d share a replica and must be in one machine, on its fast link; any network"
                                                .formatted(servingFleet.replica().accelerators())
                                        + " carries requests"),
                latency(servingFleet),
                economics(plan));
    }

    private static Answer economics(ServingPlan plan) {
        ServingFleet servingFleet = plan.chosen();
        return new Answer(
                "economics",
                "What does it cost?",
                "%s a month, %s per million tokens of answers; %s of it is to spare; %s"
                        .formatted(
                                Format.estimate(servingFleet.cost().month(), Format::money),
                                Format.estimate(servingFleet.cost().millionTokens(), Format::money),
                                Format.percent(
                                        Math.rint(
                                                        servingFleet.spareShare(
                                                                        plan.goal().demand())
                                                                * 100)
                                                / 100),
                                plan.reason()));
    }

    private static Answer latency(ServingFleet servingFleet) {
        return new Answer(
                "latency and locality",
                "How soon is it there, and where are people?",
                "the first token within %s, each further one within %s, for 95 of 100; distance adds about"
                                .formatted(
                                        Format.estimate(
                                                servingFleet.latency().ttftP95(), Format::duration),
                                        Format.estimate(
                                                servingFleet.latency().tpotP95(),
                                                Format::exactDuration))
                        + " 1 ms for each 100 km there and back: serve where people are (region: %s)"
                                .formatted(servingFleet.offer().region()));
    }

    private List<Step> deploy(ServingPlan plan) {
        ServingFleet servingFleet = plan.chosen();
        String type = servingFleet.offer().type();
        String command =
                "slipway plan serve %s --input %s --output %s"
                        .formatted(request.options(), INPUT, OUTPUT);
        return List.of(
                new Step(
                        "define",
                        "%s for %s%s"
                                .formatted(
                                        request.model(),
                                        request.amount(),
                                        request.budget()
                                                .map(" for at most $%s an hour"::formatted)
                                                .orElse(", at any price")),
                        command),
                new Step(
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
                new Step(
                        "pick",
                        servingFleet.name() + alternative(plan),
                        "slipway plan compare --accelerators %s".formatted(type)),
                loadTest(plan),
                observe(plan),
                new Step(
                        "yield",
                        "hold %s a month against what it comes to; give back what is to spare"
                                .formatted(Format.money(servingFleet.cost().month().value())),
                        "slipway plan capacity --have %dx%s --peak %d --growth 5%%"
                                .formatted(
                                        servingFleet.totalAccelerators(),
                                        type,
                                        servingFleet.totalAccelerators())));
    }

    private static Step observe(ServingPlan plan) {
        return new Step(
                "observe",
                "time to the first token above %s, or more than %s requests in a replica: add one"
                        .formatted(
                                Format.duration(plan.goal().latency().ttft()),
                                Format.count(plan.chosen().replica().memory().maxRequests())),
                "slipway top");
    }

    private static Step loadTest(ServingPlan plan) {
        return new Step(
                "load-test",
                "one replica with %s requests a second: 95 of 100 keep %s; weights load at %s/s"
                        .formatted(
                                Format.number(plan.chosen().replica().capacity().value()),
                                Format.duration(plan.goal().latency().ttft()),
                                Format.bytes(
                                        new Bytes(
                                                plan.chosen().replica().memory().weights().count()
                                                        / LOAD_SECONDS))),
                "slipway plan measure");
    }

    private static String alternative(ServingPlan plan) {
        return plan.alternatives().stream()
                .filter(it -> !it.name().equals(plan.chosen().name()))
                .findFirst()
                .map(
                        it ->
                                "; else %s, %s a month"
                                        .formatted(
                                                it.name(), Format.money(it.cost().month().value())))
                .orElse("");
    }
}
