package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.people.api.TokenView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway token list}. */
@Command(
        name = "list",
        description = "List tokens and browser sessions, without their text.",
        footer = {
            "",
            "Examples",
            "  slipway token list                                       your own",
            "  slipway token list --user mira                           mira's",
            "  slipway token list --account ci-vision --team vision     those of a service account"
        })
final class TokenListCommand extends RemoteCommand {

    @Mixin private TokenOwner owner = new TokenOwner();

    TokenListCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(owner.list(), this::printText);
    }

    private void printText(List<TokenView> tokens) {
        TimeFormat times = shell().times();
        var table =
                TextTable.of(
                        whole("TOKEN"),
                        text("FOR"),
                        text("LIMITS"),
                        text("EXPIRES"),
                        text("LAST USED"));
        tokens.forEach(
                it ->
                        table.row(
                                it.token(),
                                TokenText.purpose(it),
                                TokenText.limits(it.within(), it.only()),
                                TokenText.expires(it, times),
                                TokenText.lastUsed(it, times)));
        terminal().show(table);
        long sessions = tokens.stream().filter(TokenView::session).count();
        say(
                (tokens.isEmpty()
                                ? "No tokens" + owner.of()
                                : counts(tokens.size() - sessions, sessions))
                        + ". Create one: slipway token new"
                        + owner.options()
                        + (tokens.isEmpty()
                                ? ""
                                : ". Revoke one: slipway token revoke TOKEN" + owner.options()));
    }

    private static String counts(long tokens, long sessions) {
        return Format.count(tokens, "token")
                + (sessions == 0 ? "" : ", " + Format.count(sessions, "browser session"));
    }
}
