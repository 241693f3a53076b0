package slipway.surface.people.commands;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.base.Permission;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.NewToken;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway token new}. */
@Command(
        name = "new",
        description = "Create a token and print its text once.",
        footer = {
            "",
            "Examples",
            "  slipway token new --label laptop                          for yourself, 90 days",
            "  slipway token new --user mira                             for mira",
            "  slipway token new --account ci-vision --team vision --only notes:write --days 30",
            "  slipway token new --only events:read --within vision      read the events of vision only",
            "",
            "A token has at most its owner's permissions: docs/reference/permissions.md"
        })
final class TokenNewCommand extends RemoteCommand {

    private static final String DEFAULT_LABEL = "command line";

    @Mixin private TokenOwner owner = new TokenOwner();

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "The purpose. Default: command line.")
    private String label = DEFAULT_LABEL;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            description = "Days until it expires, 1 to 366. Default: 90.")
    private long days = 90;

    @Option(
            names = "--within",
            paramLabel = "TEAM",
            description = "Restrict it to this team and the teams below it.")
    private Optional<String> within = Optional.empty();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PERMISSION",
            description = "Restrict it to these permissions, comma-separated.")
    private List<String> only = List.of();

    TokenNewCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        Optional<List<Permission>> permissions =
                only.isEmpty()
                        ? Optional.empty()
                        : Optional.of(only.stream().map(PeopleArguments::permission).toList());
        var newToken = new NewToken(label, days, within.map(PeopleArguments::team), permissions);
        show(owner.create().sending(newToken), created -> printText(created, newToken));
    }

    private void printText(CreatedToken created, NewToken newToken) {
        String expires =
                shell().times()
                        .time(shell().clock().instant().plus(Duration.ofDays(newToken.days())));
        String limits = TokenText.limits(newToken.within(), newToken.only());
        NewTokens.show(
                terminal(),
                created,
                owner.of()
                        + " (“"
                        + terminal().plain(newToken.label())
                        + "”"
                        + (limits.equals("none") ? "" : ", " + limits)
                        + ") until "
                        + expires,
                owner.options());
        terminal().note("Sign in with it: slipway login " + context().url());
    }
}
