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
        description = "Makes a token and prints its text, this once.",
        footer = {
            "",
            "Examples",
            "  slipway token new --label laptop                          for yourself, 90 days",
            "  slipway token new --user mira                             for mira",
            "  slipway token new --account ci-vision --team vision --only notes:write --days 30",
            "  slipway token new --only events:read --within vision      sees what happens in vision, no more",
            "",
            "A token never may more than whoever it belongs to. Permissions: docs/reference/permissions.md"
        })
final class TokenNewCommand extends RemoteCommand {

    private static final String DEFAULT_LABEL = "command line";

    @Mixin private TokenOwner owner = new TokenOwner();

    @Option(names = "--label", paramLabel = "TEXT", description = "What it is for.")
    private String label = DEFAULT_LABEL;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            description = "How long it works, 1 to 366; left out, 90.")
    private long days = 90;

    @Option(
            names = "--within",
            paramLabel = "TEAM",
            description = "Holds it to this team and those below it.")
    private Optional<String> within = Optional.empty();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PERMISSION",
            description = "Cuts it down to these permissions, with commas between.")
    private List<String> only = List.of();

    TokenNewCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        Optional<List<Permission>> few =
                only.isEmpty()
                        ? Optional.empty()
                        : Optional.of(only.stream().map(PeopleArguments::permission).toList());
        var asked = new NewToken(label, days, within.map(PeopleArguments::team), few);
        show(owner.make().sending(asked), made -> inWords(made, asked));
    }

    private void inWords(CreatedToken made, NewToken asked) {
        String ends =
                shell().times().time(shell().clock().instant().plus(Duration.ofDays(asked.days())));
        String limits = TokenText.limits(asked.within(), asked.only());
        NewTokens.show(
                terminal(),
                made,
                owner.of()
                        + " (“"
                        + terminal().plain(asked.label())
                        + "”"
                        + (limits.equals("none") ? "" : ", " + limits)
                        + ") until "
                        + ends,
                owner.words());
        terminal().note("Sign in with it: slipway login " + context().url());
    }
}
