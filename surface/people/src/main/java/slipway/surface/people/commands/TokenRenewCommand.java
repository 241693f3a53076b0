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
        description = "Create a token with another one's limits and lifetime.",
        footer = {
            "",
            "Examples",
            "  slipway token renew 4tQm1vNc                   the old one remains valid until revoked",
            "  slipway token renew Yc7RmX2v --account ci-vision --team vision"
        })
final class TokenRenewCommand extends RemoteCommand {

    private static final ProblemCode NO_TOKEN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-token-here", "No token of that name exists.");
    private static final long MAX_DAYS = 366;

    @Mixin private TokenOwner owner = new TokenOwner();

    @Parameters(
            paramLabel = "TOKEN",
            description = "First eight characters. List: slipway token list")
    private String token = "";

    TokenRenewCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        String name = TokenOwner.name(token);
        TokenView old =
                all(owner.list()).stream()
                        .filter(it -> it.token().equals(name) && !it.session())
                        .findFirst()
                        .orElseThrow(() -> unknown(name));
        var newToken = new NewToken(old.label(), days(old), old.within(), old.only());
        show(owner.create().sending(newToken), created -> printText(created, old));
    }

    private static long days(TokenView old) {
        return old.expiresAt()
                .map(
                        end ->
                                Math.clamp(
                                        Duration.between(old.madeAt(), end).plusHours(12).toDays(),
                                        1,
                                        MAX_DAYS))
                .orElse(MAX_DAYS);
    }

    private void printText(CreatedToken created, TokenView old) {
        NewTokens.show(
                terminal(), created, owner.of() + " to replace " + old.token(), owner.options());
        terminal()
                .note(
                        "Revoke the old one when it is no longer used: slipway token revoke "
                                + old.token()
                                + owner.options());
    }

    private Problem unknown(String name) {
        return new Problem(
                NO_TOKEN,
                "There is no token " + name + owner.of() + ".",
                "It was revoked, or belongs to another owner.",
                "List the tokens: slipway token list" + owner.options());
    }
}
