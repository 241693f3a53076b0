package slipway.surface.audit.commands;

import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway audit seal}. */
@Command(
        name = "seal",
        description = "Seal the log now instead of within five minutes.",
        footer = {
            "",
            "Examples",
            "  slipway audit seal",
            "  slipway audit seal --json    the signed seal"
        })
final class AuditSealCommand extends RemoteCommand {

    AuditSealCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(AuditRoutes.SEAL_NOW),
                seal ->
                        say(
                                "Seal "
                                        + Format.count(seal.seal())
                                        + " covers "
                                        + Format.count(seal.entries(), "entry", "entries")
                                        + ". Its root is "
                                        + seal.root()
                                        + "."));
    }
}
