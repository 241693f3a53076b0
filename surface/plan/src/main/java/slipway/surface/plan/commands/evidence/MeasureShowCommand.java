package slipway.surface.plan.commands.evidence;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway plan measure show}. */
@Command(
        name = "show",
        description = "Shows the figures of a measurement.",
        footer = {
            "",
            "Examples",
            "  slipway plan measure show 01k9x0m6c5q8v2t7r4n1h3j5ya",
            "  slipway plan measure show 01k9x0m6c5q8v2t7r4n1h3j5ya --json    every round of every figure"
        })
final class MeasureShowCommand extends RemoteCommand {

    @Parameters(paramLabel = "ID", description = "Its id, from slipway plan measure list.")
    private String id = "";

    MeasureShowCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(MeasurementRoutes.SHOW).with(PathParameter.WORKLOAD, id), this::print);
    }

    private void print(MeasurementView view) {
        say("Requested by %s, %s.".formatted(view.by(), shell().times().relative(view.at())));
        new MeasureText(terminal()).say(view);
    }
}
