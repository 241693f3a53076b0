package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.OperationCommand;

/** {@code slipway operations watch}. */
@Command(
        name = "watch",
        description = "Wait for the end of an operation and show its result.",
        footer = {"", "Examples", "  slipway operations watch op_01m2qt055r3v8kz6y2bfj6y2bf"})
final class OperationWatchCommand extends OperationCommand {

    @Parameters(paramLabel = "OPERATION", description = "The operation: slipway operations.")
    private String operation = "";

    OperationWatchCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        watch(
                ApiCall.to(OperationRoutes.SHOW).with(PathParameter.OPERATION, operation),
                ended -> say(ended.id() + " succeeded."));
    }
}
