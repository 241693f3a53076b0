package slipway.cli.run;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.cli.command.CommandEnvironment;
import slipway.cli.command.RemoteCommand;
import slipway.wire.ApiCall;
import slipway.wire.route.PathParameter;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadRoutes.ExplanationView;

/** {@code slipway explain}. */
@Command(
        name = "explain",
        description = "Says why a workload waits, when it will start, and what would help.",
        footer = {"", "Examples", "  slipway explain digits", "  slipway explain digits --json"})
final class ExplainCommand extends RemoteCommand {

    @Parameters(paramLabel = "NAME", description = "Its name or id: slipway ps.")
    private String name = "";

    ExplainCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(WorkloadRoutes.EXPLAIN)
                        .with(PathParameter.WORKLOAD, name)
                        .query(WorkloadRoutes.ZONE, shell().zone().get()),
                this::inWords);
    }

    private void inWords(ExplanationView view) {
        view.lines().forEach(line -> say(terminal().plain(line)));
    }
}
