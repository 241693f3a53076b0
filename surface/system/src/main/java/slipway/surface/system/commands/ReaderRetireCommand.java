package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway readers retire}. */
@Command(
        name = "retire",
        description = "End a reader for good; no events are kept for it.",
        footer = {"", "Examples", "  slipway readers retire account"})
final class ReaderRetireCommand extends RiskyCommand {

    @Parameters(paramLabel = "READER", description = "The reader. List: slipway readers")
    private String reader = "";

    ReaderRetireCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "Reader %s will read no more events, also after a restart.".formatted(reader));
        show(
                ApiCall.to(ReaderRoutes.RETIRE).with(PathParameter.READER, reader),
                view -> say("Retired reader " + view.name() + "."));
    }
}
