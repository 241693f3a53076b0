package slipway.cli.plan;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import slipway.cli.command.Shell;
import slipway.plan.Plan;
import slipway.plan.TrainingPlan;
import slipway.plan.Wish;

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

    void show(Shell shell, Wish wish) {
        Plan plan = folder.map(it -> Plan.in(shell.here().resolve(it))).orElseGet(Plan::bundled);
        TrainingPlan made = plan.train(plan.aim(wish, shell.here(), shell.clock().instant()));
        if (json) {
            shell.terminal().json(TrainingPlanJson.of(made).toString());
        } else {
            new TrainingPlanText(shell, why).say(made);
        }
    }
}
