package slipway.surface.system.commands;

import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway operations cancel}. */
@Command(
        name = "cancel",
        description = "Cancel an operation.",
        footer = {"", "Examples", "  slipway operations cancel op_01m2qt055r3v8kz6y2bfj6y2bf"})
final class OperationCancelCommand extends RemoteCommand {

    @Parameters(paramLabel = "OPERATION", description = "The operation: slipway operations.")
    private String operation = "";

    OperationCancelCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(OperationRoutes.CANCEL).with(PathParameter.OPERATION, operation),
                view ->
                        say(
                                view.id()
                                        + " is "
                                        + view.state().name().toLowerCase(Locale.ROOT)
                                        + "."));
    }
}
