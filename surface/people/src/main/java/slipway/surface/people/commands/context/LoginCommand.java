package slipway.surface.people.commands.context;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.ShellQuote;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.CertificateFingerprint;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway login}: saves a server and a token after the server has accepted the token. */
@Command(
        name = "login",
        description = "Sign in to a server and make it the current one.",
        footer = {
            "",
            "Examples",
            "  slipway login https://slipway.example.org              prompts for your token, hidden",
            "  slipway login https://slipway.example.org --as lab     saves it as lab",
            "  slipway login slipway.example.org --token-file - < token.txt",
            "  slipway login                                          replaces the token of the current server",
            "",
            "Create a token on the page Tokens, or ask an admin: slipway token new --user NAME.",
            "On the server's own machine no sign-in is needed (context local)."
        })
public final class LoginCommand implements Runnable {

    private static final ProblemCode NO_SERVER =
            ProblemCode.of(ProblemKind.INVALID, "no-server-named", "No server was specified.");
    private static final ProblemCode NAME_TAKEN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "context-taken",
                    "A context of this name refers to another server.");

    private static final long FIRST_DAYS = 90;

    private final CommandEnvironment environment;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "The server's address. Default: the current server.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "A name for it. Default: the first part of its host.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Read the token from this file, or - for the input.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--fingerprint",
            paramLabel = "SHA256",
            description = "Trust only this certificate, without a prompt.")
    private Optional<String> fingerprint = Optional.empty();

    public LoginCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        ServerContext server = server(contexts);
        warnOfPlainText(server.url());
        ServerContext trusted = trusted(server);
        ServerContext signedIn = exchanged(trusted.with(token(trusted)));
        MeRoute.Me me = currentUser(signedIn);
        contexts.save(signedIn);
        contexts.choose(signedIn.name());
        Terminal terminal = environment.terminal();
        terminal.say(
                "Signed in to %s as %s (context %s)."
                        .formatted(signedIn.url(), me.user(), signedIn.name()));
        terminal.say("See your roles: slipway whoami");
    }

    /** The server to sign in to, with its future name and without a token. */
    private ServerContext server(ServerContexts contexts) {
        if (url.isEmpty()) {
            return currentServer(contexts);
        }
        URI address = ServerAddressInput.address(url.get());
        String contextName = name.orElseGet(() -> ServerAddressInput.nameFor(address));
        if (contexts.names().contains(contextName) && !contextName.equals(ServerContexts.LOCAL)) {
            ServerContext known = contexts.named(contextName);
            if (!known.url().equals(address) && name.isEmpty()) {
                throw new Problem(
                        NAME_TAKEN,
                        "Context %s already refers to %s.".formatted(contextName, known.url()),
                        "The new context would have the same name.",
                        "Choose another name: slipway login %s --as NAME"
                                .formatted(ShellQuote.of(address)));
            }
        }
        return new ServerContext(
                contextName,
                address,
                Optional.empty(),
                fingerprint.map(ServerAddressInput::fingerprint));
    }

    private ServerContext currentServer(ServerContexts contexts) {
        ServerContext current = contexts.current();
        if (contexts.isNamedByAddress() || current.name().equals(ServerContexts.LOCAL)) {
            throw new Problem(
                    NO_SERVER,
                    "No server was specified.",
                    current.name().equals(ServerContexts.LOCAL)
                            ? "The current context is local, which needs no sign-in."
                            : "SLIPWAY_URL is set; it names a server without a context.",
                    "Specify its address: slipway login https://slipway.example.org");
        }
        return new ServerContext(
                name.orElse(current.name()),
                current.url(),
                Optional.empty(),
                fingerprint.map(ServerAddressInput::fingerprint).or(current::pin));
    }

    private void warnOfPlainText(URI address) {
        boolean local = address.getHost().matches("localhost|127\\.[0-9.]+|\\[::1]");
        if ("http".equals(address.getScheme()) && !local) {
            environment
                    .terminal()
                    .note(
                            "warning: "
                                    + address
                                    + " is plain HTTP: others on the network can read your token.");
        }
    }

    /** The same server, pinned to the certificate that the user confirmed if the system does not trust it. */
    private ServerContext trusted(ServerContext server) {
        if (server.pin().isPresent() || !"https".equals(server.url().getScheme())) {
            return server;
        }
        try (ApiClient client = ApiClient.of(server)) {
            client.call(CurrentUserRoutes.WAYS);
            return server;
        } catch (Problem problem) {
            if (!problem.code().name().equals("untrusted-server")) {
                throw problem;
            }
            CertificateFingerprint shown =
                    CertificateFingerprint.presentedBy(server.url()).orElseThrow(() -> problem);
            requireTrust(server.url(), shown, problem);
            return new ServerContext(
                    server.name(), server.url(), Optional.empty(), Optional.of(shown));
        }
    }

    private void requireTrust(URI address, CertificateFingerprint shown, Problem problem) {
        Terminal terminal = environment.terminal();
        String next =
                "Compare it with the one from the server's administrator, then: slipway login %s --fingerprint %s"
                        .formatted(ShellQuote.of(address), shown);
        if (!terminal.capabilities().interactive()) {
            throw new Problem(
                    problem.code(), problem.what(), "Its certificate is " + shown + ".", next);
        }
        terminal.note(
                address
                        + " has a certificate that this machine does not trust:\n  "
                        + shown
                        + "\nCompare it with the fingerprint from the server's administrator.");
        if (!terminal.confirm("Trust only this certificate?")) {
            throw new Problem(
                    problem.code(), problem.what(), "You did not confirm the certificate.", next);
        }
    }

    private AccessToken token(ServerContext server) {
        return tokenFile
                .map(file -> TypedToken.from(environment, file))
                .orElseGet(
                        () ->
                                TypedToken.token(
                                        environment
                                                .terminal()
                                                .readPassword("Token for " + server.url() + ":"),
                                        "The input"));
    }

    /** The token of the first administrator is valid once: it is exchanged for a token of this user. */
    private ServerContext exchanged(ServerContext server) {
        if (!server.token().filter(AccessToken::isExchangedOnce).isPresent()) {
            return server;
        }
        var newToken =
                new NewToken("slipway login", FIRST_DAYS, Optional.empty(), Optional.empty());
        try (ApiClient client = ApiClient.of(server)) {
            AccessToken own =
                    client.call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken))
                            .text()
                            .flatMap(AccessToken::parse)
                            .orElseThrow();
            environment
                    .terminal()
                    .note("The first token was exchanged for one that is valid for 90 d.");
            return server.with(own);
        }
    }

    private static MeRoute.Me currentUser(ServerContext signedIn) {
        try (ApiClient client = ApiClient.of(signedIn)) {
            return client.call(MeRoute.ME);
        }
    }
}
