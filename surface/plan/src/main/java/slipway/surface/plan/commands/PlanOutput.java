package slipway.surface.plan.commands;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.Planner;
import slipway.plan.TrainingPlan;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.plan.serving.ServingPlan;
import slipway.surface.plan.api.ServingPlanJson;
import slipway.surface.plan.api.TrainingPlanJson;
import slipway.surface.run.commands.LastPlan;
import slipway.surface.terminal.command.CommandEnvironment;

/** With which catalog a plan is made, and how it is shown. */
final class PlanOutput {

    @Mixin private CatalogChoice from = new CatalogChoice();

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "The whole plan, as one line of JSON.")
    private boolean json;

    void show(CommandEnvironment commandEnvironment, TrainingRequest trainingRequest) {
        Planner planner = from.read(commandEnvironment);
        TrainingPlan made =
                planner.train(
                        planner.goal(
                                trainingRequest,
                                commandEnvironment.here(),
                                commandEnvironment.clock().instant()));
        LastPlan.keep(commandEnvironment, trainingRequest, made);
        if (json) {
            commandEnvironment.terminal().json(TrainingPlanJson.of(made).toString());
        } else {
            new TrainingPlanText(commandEnvironment, why).say(made);
        }
    }

    void show(CommandEnvironment commandEnvironment, ServingRequest wish) {
        Planner planner = from.read(commandEnvironment);
        ServingPlan made =
                planner.serve(
                        planner.goal(
                                wish,
                                commandEnvironment.here(),
                                commandEnvironment.clock().instant()));
        if (json) {
            commandEnvironment.terminal().json(ServingPlanJson.of(made).toString());
        } else {
            new ServingPlanText(commandEnvironment, why).say(made);
        }
    }
}
