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
        description = "Show the audit log and prove that it is unchanged.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples",
            "  slipway audit                  the state of the log",
            "  slipway audit log              the entries, newest first",
            "  slipway audit prove 184221     a proof that needs no server to verify",
            "  slipway audit verify           verify the log, on the server's machine"
        })
final class AuditCommand extends RemoteCommand {

    AuditCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(ApiCall.to(AuditRoutes.STATE), this::printText);
    }

    private void printText(AuditView view) {
        long waiting = view.entries() - view.sealed();
        say(
                Format.count(view.entries(), "entry", "entries")
                        + (waiting == 0
                                ? ", all of them sealed."
                                : "; "
                                        + Format.count(waiting)
                                        + (waiting == 1 ? " is" : " are")
                                        + " not sealed yet."));
        terminal()
                .show(
                        FactList.of()
                                .with(
                                        "sealed",
                                        view.newest()
                                                .map(this::sealed)
                                                .orElse(
                                                        "none; the first seal is signed within 5 min"))
                                .with("second place", secondPlace(view)));
        say(
                "List entries: slipway audit log. Verify the log on the server's machine: slipway audit verify");
    }

    private String sealed(SealView seal) {
        TimeFormat times = shell().times();
        return Format.count(seal.entries(), "entry", "entries")
                + " by seal "
                + Format.count(seal.seal())
                + ", signed "
                + times.time(seal.at())
                + ", "
                + times.relative(seal.at());
    }

    private static TableCell secondPlace(AuditView view) {
        Optional<TableCell> problem =
                view.secondPlaceTrouble().map(why -> new TableCell(Tone.BAD, why));
        return problem.or(
                        () ->
                                view.inSecondPlace()
                                        .map(count -> TableCell.of(Format.count(count, "seal"))))
                .orElseGet(
                        () -> TableCell.of("none; set audit.second_place to detect a rebuilt log"));
    }
}
