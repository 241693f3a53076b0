package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway readers skip}. */
@Command(
        name = "skip",
        description = "Let a reader pass over the event at which it fails.",
        footer = {"", "Examples", "  slipway readers skip account 184222"})
final class ReaderSkipCommand extends RiskyCommand {

    @Parameters(paramLabel = "READER", description = "The reader. List: slipway readers")
    private String reader = "";

    @Parameters(paramLabel = "EVENT", description = "The event at which it fails.")
    private long event;

    ReaderSkipCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "Reader %s will never apply event %s.".formatted(reader, Format.count(event)));
        show(
                ApiCall.to(ReaderRoutes.SKIP)
                        .with(PathParameter.READER, reader)
                        .sending(new ReaderRoutes.NewSkip(event)),
                view ->
                        say(
                                "Reader %s skipped event %s."
                                        .formatted(view.name(), Format.count(event))));
    }
}
