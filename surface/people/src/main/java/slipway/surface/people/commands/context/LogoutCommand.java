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

/** {@code slipway logout}: deletes the saved token of a server and keeps its address. */
@Command(
        name = "logout",
        description = "Delete the saved token of a server; keep its address.",
        footer = {
            "",
            "Examples",
            "  slipway logout                 of the current server",
            "  slipway logout lab --revoke    of server lab, and revoke the token there"
        })
public final class LogoutCommand implements Runnable {

    private static final ProblemCode NOT_SIGNED_IN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "not-signed-in-here",
                    "No token is saved for this context.");

    private final CommandEnvironment environment;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "The context. List: slipway context list")
    private Optional<String> name = Optional.empty();

    @Option(names = "--revoke", description = "Also revoke the token at the server.")
    private boolean revoke;

    public LogoutCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        ServerContext serverContext = contexts.named(name.orElseGet(contexts::chosen));
        if (serverContext.name().equals(ServerContexts.LOCAL)) {
            throw new Problem(
                    NOT_SIGNED_IN,
                    "Context local has no sign-out.",
                    "It uses the token of the server on this machine; no token is saved.",
                    "Specify another context: slipway context list");
        }
        AccessToken token =
                serverContext
                        .token()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                NOT_SIGNED_IN,
                                                "You are not signed in to "
                                                        + serverContext.url()
                                                        + ".",
                                                "No token is saved for context "
                                                        + serverContext.name()
                                                        + ".",
                                                "Sign in: slipway login " + serverContext.url()));
        if (revoke) {
            revoke(serverContext, token);
        }
        contexts.save(
                new ServerContext(
                        serverContext.name(),
                        serverContext.url(),
                        Optional.empty(),
                        serverContext.pin()));
        environment
                .terminal()
                .say(
                        revoke
                                ? "Signed out of " + serverContext.url() + "; the token is revoked."
                                : "Signed out of "
                                        + serverContext.url()
                                        + ". The token stays valid. Revoke it: slipway token revoke TOKEN");
    }

    private static void revoke(ServerContext serverContext, AccessToken token) {
        try (ApiClient client = ApiClient.of(serverContext)) {
            client.call(
                    ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE)
                            .with(PathParameter.TOKEN, token.name()));
        }
    }
}
