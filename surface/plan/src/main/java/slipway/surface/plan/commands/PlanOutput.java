package slipway.surface.plan.commands;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.base.Problem;
import slipway.plan.Planner;
import slipway.plan.TrainingPlan;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingPlan;
import slipway.plan.training.TrainingTask;
import slipway.surface.api.client.LastPlan;
import slipway.surface.plan.api.ServingPlanJson;
import slipway.surface.plan.api.TrainingPlanJson;
import slipway.surface.terminal.command.CommandEnvironment;

/** Makes a plan with the chosen catalog and prints it. Saves a training plan for {@code --plan last}. */
final class PlanOutput {

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    @Option(names = "--why", description = "Show where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "Print the whole plan as one line of JSON.")
    private boolean json;

    void show(CommandEnvironment commandEnvironment, TrainingRequest trainingRequest) {
        Planner planner = catalogChoice.read(commandEnvironment);
        TrainingPlan plan =
                planner.train(
                        planner.goal(
                                trainingRequest,
                                commandEnvironment.here(),
                                commandEnvironment.clock().instant()));
        save(commandEnvironment, trainingRequest, plan);
        if (json) {
            commandEnvironment.terminal().json(TrainingPlanJson.of(plan).toString());
        } else {
            new TrainingPlanText(commandEnvironment, why).say(plan);
        }
    }

    void show(CommandEnvironment commandEnvironment, ServingRequest servingRequest) {
        Planner planner = catalogChoice.read(commandEnvironment);
        ServingPlan plan =
                planner.serve(
                        planner.goal(
                                servingRequest,
                                commandEnvironment.here(),
                                commandEnvironment.clock().instant()));
        if (json) {
            commandEnvironment.terminal().json(ServingPlanJson.of(plan).toString());
        } else {
            new ServingPlanText(commandEnvironment, why).say(plan);
        }
    }

    /** A plan that cannot be saved is printed all the same; the note keeps an older one from being mistaken for it. */
    private static void save(
            CommandEnvironment commandEnvironment,
            TrainingRequest trainingRequest,
            TrainingPlan trainingPlan) {
        Way way = trainingPlan.chosen();
        int machines = way.offer().machines(way.accelerators());
        var lastPlan =
                new LastPlan(
                        way.name(),
                        way.offer().terms() == PricingTerms.OWN,
                        way.offer().type() + ":" + way.accelerators() / machines,
                        Integer.toString(machines),
                        flag(trainingRequest, trainingPlan.goal().task()));
        try {
            commandEnvironment.contexts().savePlan(lastPlan.json());
        } catch (Problem problem) {
            commandEnvironment
                    .terminal()
                    .note("This plan was not saved for --plan last. " + problem.what());
        }
    }

    /** The value of the flag {@code --plan}, with today's defaults written out, so that it stays the printed plan. */
    private static String flag(TrainingRequest trainingRequest, TrainingTask trainingTask) {
        String amount =
                trainingRequest
                        .tokens()
                        .map("tokens="::concat)
                        .or(
                                () ->
                                        trainingRequest
                                                .samples()
                                                .map(
                                                        it ->
                                                                "samples=%s,epochs=%s"
                                                                        .formatted(
                                                                                it.count(),
                                                                                it.epochs())))
                        .orElse("");
        return "model=%s,%s,seq=%d,step=%d,precision=%s,method=%s"
                .formatted(
                        trainingRequest.model().strip().replaceAll("[, ]+", ","),
                        amount,
                        Math.round(trainingTask.seq()),
                        Math.round(trainingTask.tokensPerStep()),
                        trainingRequest.precision(),
                        trainingRequest.method());
    }
}
