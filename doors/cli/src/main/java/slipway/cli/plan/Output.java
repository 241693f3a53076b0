package slipway.cli.plan;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.cli.command.Shell;
import slipway.plan.Plan;
import slipway.plan.ServingWish;
import slipway.plan.TrainingPlan;
import slipway.plan.Wish;
import slipway.plan.serving.ServingPlan;
import slipway.wire.plan.ServingPlanJson;
import slipway.wire.plan.TrainingPlanJson;

/** With which catalog a plan is made, and how it is shown. */
final class Output {

    @Mixin private CatalogChoice from = new CatalogChoice();

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "The whole plan, as one line of JSON.")
    private boolean json;

    void show(Shell shell, Wish wish) {
        Plan plan = from.read(shell);
        TrainingPlan made = plan.train(plan.aim(wish, shell.here(), shell.clock().instant()));
        LastPlan.keep(shell, wish, made);
        if (json) {
            shell.terminal().json(TrainingPlanJson.of(made).toString());
        } else {
            new TrainingPlanText(shell, why).say(made);
        }
    }

    void show(Shell shell, ServingWish wish) {
        Plan plan = from.read(shell);
        ServingPlan made = plan.serve(plan.aim(wish, shell.here(), shell.clock().instant()));
        if (json) {
            shell.terminal().json(ServingPlanJson.of(made).toString());
        } else {
            new ServingPlanText(shell, why).say(made);
        }
    }
}
