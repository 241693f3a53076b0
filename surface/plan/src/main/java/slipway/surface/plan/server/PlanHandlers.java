package slipway.surface.plan.server;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.plan.BoundedPlanner;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.capacity.CapacityPlan;
import slipway.plan.compare.ProviderComparison;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingFleet;
import slipway.plan.serving.ServingPlan;
import slipway.surface.api.json.RawJson;
import slipway.surface.plan.api.CapacityJson;
import slipway.surface.plan.api.CapacityQuestion;
import slipway.surface.plan.api.CheckpointJson;
import slipway.surface.plan.api.CompareJson;
import slipway.surface.plan.api.CompareQuestion;
import slipway.surface.plan.api.JobSpec;
import slipway.surface.plan.api.PlanQuestions;
import slipway.surface.plan.api.PlanRoutes;
import slipway.surface.plan.api.PlanRoutes.PlanAnswer;
import slipway.surface.plan.api.ServingPlanJson;
import slipway.surface.plan.api.TrainingPlanJson;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/** Plans for clients of the API. */
public final class PlanHandlers {

    private final BoundedPlanner boundedPlanner;
    private final InstantSource clock;

    public PlanHandlers(BoundedPlanner boundedPlanner, InstantSource clock) {
        this.boundedPlanner = boundedPlanner;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.harmless(PlanRoutes.TRAIN, this::train),
                RouteHandler.harmless(PlanRoutes.FINETUNE, this::finetune),
                RouteHandler.harmless(PlanRoutes.SERVE, this::serve),
                RouteHandler.harmless(PlanRoutes.CHECKPOINT, this::checkpoint),
                RouteHandler.harmless(PlanRoutes.CAPACITY, this::capacity),
                RouteHandler.harmless(PlanRoutes.COMPARE, this::compare));
    }

    private PlanAnswer train(AuthorizedRequest<PlanQuestions.Training> authorizedRequest) {
        return trained(authorizedRequest.body().request(), authorizedRequest.body().command());
    }

    private PlanAnswer finetune(AuthorizedRequest<PlanQuestions.Tuning> authorizedRequest) {
        return trained(authorizedRequest.body().request(), authorizedRequest.body().command());
    }

    private PlanAnswer trained(TrainingRequest trainingRequest, String command) {
        TrainingPlan plan = boundedPlanner.train(trainingRequest);
        return new PlanAnswer(
                sentence(plan),
                command,
                Optional.of(JobSpec.of(trainingRequest, plan)),
                new RawJson(TrainingPlanJson.of(plan).toString()));
    }

    private static String sentence(TrainingPlan plan) {
        Way chosen = plan.chosen();
        return "%s %s: %s, %s."
                .formatted(
                        plan.withinBounds() ? "Train on" : "It would be",
                        chosen.name(),
                        Format.estimate(chosen.time(), Format::duration),
                        Format.estimate(chosen.cost(), Format::money));
    }

    private PlanAnswer serve(AuthorizedRequest<PlanQuestions.Serving> authorizedRequest) {
        ServingPlan plan = boundedPlanner.serve(authorizedRequest.body().request());
        ServingFleet chosen = plan.chosen();
        return new PlanAnswer(
                "Serve it on %s: %s an hour."
                        .formatted(
                                chosen.name(),
                                Format.estimate(chosen.cost().hour(), Format::money)),
                authorizedRequest.body().command(),
                Optional.empty(),
                new RawJson(ServingPlanJson.of(plan).toString()));
    }

    private PlanAnswer checkpoint(AuthorizedRequest<PlanQuestions.Saving> authorizedRequest) {
        CheckpointAdvice checkpointAdvice =
                boundedPlanner.checkpoint(authorizedRequest.body().request());
        return new PlanAnswer(
                "Save every %s.".formatted(Format.duration(checkpointAdvice.interval().rounded())),
                authorizedRequest.body().command(),
                Optional.empty(),
                new RawJson(CheckpointJson.of(checkpointAdvice, clock.instant()).toString()));
    }

    private PlanAnswer compare(AuthorizedRequest<CompareQuestion> authorizedRequest) {
        ProviderComparison comparison = boundedPlanner.compare(authorizedRequest.body().request());
        return new PlanAnswer(
                "Of %s providers of %s, %s scores highest."
                        .formatted(
                                Format.count(comparison.providers().size()),
                                comparison.goal().type(),
                                comparison.providers().getFirst().provider()),
                authorizedRequest.body().command(),
                Optional.empty(),
                new RawJson(CompareJson.of(comparison).toString()));
    }

    private PlanAnswer capacity(AuthorizedRequest<CapacityQuestion> authorizedRequest) {
        CapacityPlan plan = boundedPlanner.capacity(authorizedRequest.body().request());
        String sentence =
                plan.runsOut()
                        .month()
                        .map(it -> "The accelerators suffice until %s.".formatted(it))
                        .orElse("The accelerators suffice for all planned months.");
        return new PlanAnswer(
                sentence,
                authorizedRequest.body().command(),
                Optional.empty(),
                new RawJson(CapacityJson.of(plan).toString()));
    }
}
