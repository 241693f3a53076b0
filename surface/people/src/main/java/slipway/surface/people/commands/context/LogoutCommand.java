package slipway.surface.people.commands.context;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway logout}: forgets the token that is kept with a server; the server's address stays. */
@Command(
        name = "logout",
        description = "Forgets your token for a server; the server stays known.",
        footer = {
            "",
            "Examples",
            "  slipway logout                 at the current server",
            "  slipway logout lab --revoke    at another one, and there it lets nobody in any more"
        })
public final class LogoutCommand implements Runnable {

    private static final ProblemCode NOT_SIGNED_IN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "not-signed-in-here",
                    "No token is kept with this context.");

    private final CommandEnvironment commandEnvironment;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "The context: slipway context list.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--revoke",
            description = "Also ends the token at the server, for everybody who has it.")
    private boolean revoke;

    public LogoutCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        ServerContext serverContext = serverContexts.named(name.orElseGet(serverContexts::chosen));
        if (serverContext.name().equals(ServerContexts.LOCAL)) {
            throw new Problem(
                    NOT_SIGNED_IN,
                    "The context local cannot be left.",
                    "On this machine you are signed in by being here; no token is kept.",
                    "Name another context: slipway context list");
        }
        AccessToken accessToken =
                serverContext
                        .token()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                NOT_SIGNED_IN,
                                                "You are not signed in to "
                                                        + serverContext.url()
                                                        + ".",
                                                "No token is kept with the context "
                                                        + serverContext.name()
                                                        + ".",
                                                "Sign in with: slipway login "
                                                        + serverContext.url()));
        if (revoke) {
            revoke(serverContext, accessToken);
        }
        serverContexts.save(
                new ServerContext(
                        serverContext.name(),
                        serverContext.url(),
                        Optional.empty(),
                        serverContext.pin()));
        commandEnvironment
                .terminal()
                .say(
                        revoke
                                ? "Signed out of " + serverContext.url() + "; the token is revoked."
                                : "Signed out of "
                                        + serverContext.url()
                                        + ". The token itself stays valid; end it with: slipway token list");
    }

    private static void revoke(ServerContext serverContext, AccessToken accessToken) {
        try (ApiClient apiClient = ApiClient.of(serverContext)) {
            apiClient.call(
                    ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE)
                            .with(PathParameter.TOKEN, accessToken.name()));
        }
    }
}
