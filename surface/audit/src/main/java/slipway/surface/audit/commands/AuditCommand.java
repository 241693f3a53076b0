package slipway.surface.audit.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.api.client.ApiCall;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.AuditView;
import slipway.surface.audit.api.AuditRoutes.SealView;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway audit}. */
@Command(
        name = "audit",
        description = "Who did what, and proof that nobody changed it.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples",
            "  slipway audit                  how the log stands",
            "  slipway audit log              what happened, the newest first",
            "  slipway audit prove 184221     a proof of one entry, to be checked without a server",
            "  slipway audit verify           checks all of it, on the machine of the server"
        })
final class AuditCommand extends RemoteCommand {

    AuditCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(AuditRoutes.STATE), this::inWords);
    }

    private void inWords(AuditView view) {
        long waiting = view.entries() - view.sealed();
        say(
                Format.count(view.entries(), "entry", "entries")
                        + (waiting == 0
                                ? ", all of them sealed."
                                : "; "
                                        + Format.count(waiting)
                                        + (waiting == 1 ? " waits" : " wait")
                                        + " for the next seal."));
        terminal()
                .show(
                        FactList.of()
                                .with(
                                        "sealed",
                                        view.newest()
                                                .map(this::sealed)
                                                .orElse(
                                                        "nothing yet: the first seal is made within five minutes"))
                                .with("second place", place(view)));
        say(
                "What happened: slipway audit log. Check all of it, on the server's machine: slipway audit verify");
    }

    private String sealed(SealView seal) {
        TimeFormat timeFormat = shell().times();
        return Format.count(seal.entries(), "entry", "entries")
                + " by seal "
                + Format.count(seal.seal())
                + ", signed "
                + timeFormat.time(seal.at())
                + ", "
                + timeFormat.relative(seal.at());
    }

    private static TableCell place(AuditView view) {
        Optional<TableCell> trouble =
                view.secondPlaceTrouble().map(why -> new TableCell(Tone.BAD, why));
        return trouble.or(
                        () ->
                                view.inSecondPlace()
                                        .map(
                                                count ->
                                                        TableCell.of(
                                                                Format.count(count, "seal")
                                                                        + ", all that there are")))
                .orElseGet(
                        () ->
                                TableCell.of(
                                        "none; set audit.second_place, to find a log that was rebuilt as a whole"));
    }
}
