package slipway.cli.plan;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.catalog.Catalog;
import slipway.cli.command.Shell;
import slipway.plan.Aim;
import slipway.plan.Plan;
import slipway.plan.TrainingPlan;

/** With which catalog a plan is made, and how it is shown. */
final class Output {

    @Option(
            names = "--catalog",
            paramLabel = "FOLDER",
            description = "Your own prices, machines and models, in place of ours.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--why", description = "Where each figure comes from.")
    private boolean why;

    @Option(names = "--json", description = "The whole plan, as one line of JSON.")
    private boolean json;

    Catalog catalog(Shell shell) {
        return folder.map(it -> Catalog.with(shell.here().resolve(it))).orElseGet(Catalog::bundled);
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
