package slipway.surface.people.commands;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TokenView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway token renew}. */
@Command(
        name = "renew",
        description =
                "Makes a token with the limits and the life of another, and prints its text, this once.",
        footer = {
            "",
            "Examples",
            "  slipway token renew 4tQm1vNc                   the old one works until you revoke it",
            "  slipway token renew Yc7RmX2v --account ci-vision --team vision"
        })
final class TokenRenewCommand extends RemoteCommand {

    private static final ProblemCode NO_TOKEN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-token-here",
                    "There is no token of that name to renew.");
    private static final long MOST_DAYS = 366;

    @Mixin private TokenOwner owner = new TokenOwner();

    @Parameters(
            paramLabel = "TOKEN",
            description = "Its first eight characters: slipway token list.")
    private String token = "";

    TokenRenewCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        String name = TokenOwner.name(token);
        TokenView old =
                all(owner.list()).stream()
                        .filter(it -> it.token().equals(name) && !it.session())
                        .findFirst()
                        .orElseThrow(() -> unknown(name));
        var asked = new NewToken(old.label(), days(old), old.within(), old.only());
        show(owner.make().sending(asked), made -> inWords(made, old));
    }

    private static long days(TokenView old) {
        return old.expiresAt()
                .map(
                        end ->
                                Math.clamp(
                                        Duration.between(old.madeAt(), end).plusHours(12).toDays(),
                                        1,
                                        MOST_DAYS))
                .orElse(MOST_DAYS);
    }

    private void inWords(CreatedToken made, TokenView old) {
        NewTokens.show(terminal(), made, owner.of() + " in place of " + old.token(), owner.words());
        terminal()
                .note(
                        "When nothing uses the old one any more: slipway token revoke "
                                + old.token()
                                + owner.words());
    }

    private Problem unknown(String name) {
        return new Problem(
                NO_TOKEN,
                "There is no token " + name + owner.of() + ".",
                "It was revoked, or belongs to somebody else.",
                "See which there are: slipway token list" + owner.words());
    }
}
