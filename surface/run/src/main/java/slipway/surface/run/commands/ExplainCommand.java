package slipway.surface.run.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway explain}. */
@Command(
        name = "explain",
        description = "Explain why a workload waits and what would help.",
        footer = {"", "Examples", "  slipway explain digits", "  slipway explain digits --json"})
final class ExplainCommand extends RemoteCommand {

    @Parameters(paramLabel = "NAME", description = "Name or id of the workload: slipway ps.")
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
                this::print);
    }

    private void print(ExplanationView view) {
        view.lines().forEach(line -> say(terminal().plain(line)));
    }
}
