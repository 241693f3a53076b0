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
        description = "Lists tokens and browser sessions; never their text.",
        footer = {
            "",
            "Examples",
            "  slipway token list                                       your own",
            "  slipway token list --user mira                           mira's",
            "  slipway token list --account ci-vision --team vision     those of a service account"
        })
final class TokenListCommand extends RemoteCommand {

    @Mixin private TokenOwner owner = new TokenOwner();

    TokenListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        list(owner.list(), this::inWords);
    }

    private void inWords(List<TokenView> tokens) {
        TimeFormat timeFormat = shell().times();
        var textTable =
                TextTable.of(
                        whole("TOKEN"),
                        text("FOR"),
                        text("LIMITS"),
                        text("ENDS"),
                        text("LAST USED"));
        tokens.forEach(
                it ->
                        textTable.row(
                                it.token(),
                                TokenText.purpose(it),
                                TokenText.limits(it.within(), it.only()),
                                TokenText.ends(it, timeFormat),
                                TokenText.used(it, timeFormat)));
        terminal().show(textTable);
        long sessions = tokens.stream().filter(TokenView::session).count();
        say(
                (tokens.isEmpty()
                                ? "No token" + owner.of()
                                : counts(tokens.size() - sessions, sessions))
                        + ". A new one: slipway token new"
                        + owner.words()
                        + (tokens.isEmpty()
                                ? ""
                                : ". End one: slipway token revoke TOKEN" + owner.words()));
    }

    private static String counts(long tokens, long sessions) {
        return Format.count(tokens, "token")
                + (sessions == 0 ? "" : ", " + Format.count(sessions, "browser session"));
    }
}
