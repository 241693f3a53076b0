package slipway.cli.plan;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.catalog.Catalog;
import slipway.cli.command.Shell;
import slipway.plan.Aim;
import slipway.plan.Plan;
import slipway.plan.TrainingPlan;

/** With which catalog a plan is made, and how it is shown. */
final class Output {

    @Mixin private CatalogChoice from = new CatalogChoice();

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "The whole plan, as one line of JSON.")
    private boolean json;

    Catalog catalog(Shell shell) {
        return from.read(shell);
    }

    void show(Shell shell, Catalog catalog, Aim aim) {
        TrainingPlan plan = Plan.with(catalog).train(aim);
        if (json) {
            shell.terminal().json(TrainingPlanJson.of(plan).toString());
        } else {
            new TrainingPlanText(shell, why).say(plan);
        }
    }
}
