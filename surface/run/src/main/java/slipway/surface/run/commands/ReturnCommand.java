package slipway.surface.run.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway return}. */
@Command(
        name = "return",
        description = "Return a drained node to service.",
        footer = {"", "Examples", "  slipway return h100-b1"})
final class ReturnCommand extends RemoteCommand {

    @Parameters(paramLabel = "NODE", description = "The node: slipway nodes.")
    private String node = "";

    ReturnCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(NodeRoutes.RESTORE).with(PathParameter.NODE, node),
                view -> say(view.node() + " is " + view.condition() + " and accepts work again."));
    }
}
