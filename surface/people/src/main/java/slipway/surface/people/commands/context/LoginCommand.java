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
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.CertificateFingerprint;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway login}: keeps a server and a token, once the server has said that it knows the token. */
@Command(
        name = "login",
        description = "Signs in to a server, and asks it from now on.",
        footer = {
            "",
            "Examples",
            "  slipway login https://slipway.example.org              asks for your token, hidden",
            "  slipway login https://slipway.example.org --as lab     calls it lab",
            "  slipway login slipway.example.org --token-file - < token.txt",
            "  slipway login                                          a new token for the current server",
            "",
            "A token is made on the page People, Tokens, or by an admin: slipway token new --user NAME.",
            "On the machine of the server itself nobody has to sign in (context local)."
        })
public final class LoginCommand implements Runnable {

    private static final ProblemCode NO_SERVER =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-server-named",
                    "It was not said which server is meant.");
    private static final ProblemCode NAME_TAKEN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "context-taken",
                    "A context of this name is another server.");

    private final CommandEnvironment commandEnvironment;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "Where the server is; the current one when left out.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "What you will call it; the first word of its host when left out.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with your token, or - for the input.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--fingerprint",
            paramLabel = "SHA256",
            description = "Trusts exactly this certificate, without asking.")
    private Optional<String> fingerprint = Optional.empty();

    public LoginCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        ServerContext server = server(serverContexts);
        warnOfPlainText(server.url());
        ServerContext trusted = trusted(server);
        ServerContext signedIn = trusted.with(token(trusted));
        MeRoute.Me me = asked(signedIn);
        serverContexts.save(signedIn);
        serverContexts.choose(signedIn.name());
        Terminal terminal = commandEnvironment.terminal();
        terminal.say(
                "Signed in to %s as %s (context %s)."
                        .formatted(signedIn.url(), me.user(), signedIn.name()));
        terminal.say("What you may do there: slipway whoami");
    }

    /** The server that is meant, with the name it will have; without a token. */
    private ServerContext server(ServerContexts serverContexts) {
        if (url.isEmpty()) {
            return again(serverContexts);
        }
        URI address = ServerAddressInput.address(url.get());
        String called = name.orElseGet(() -> ServerAddressInput.nameFor(address));
        if (serverContexts.names().contains(called) && !called.equals(ServerContexts.LOCAL)) {
            ServerContext known = serverContexts.named(called);
            if (!known.url().equals(address) && name.isEmpty()) {
                throw new Problem(
                        NAME_TAKEN,
                        "The context %s is %s already.".formatted(called, known.url()),
                        "The new one would have the same name.",
                        "Give it another: slipway login %s --as NAME"
                                .formatted(ShellQuote.of(address)));
            }
        }
        return new ServerContext(
                called,
                address,
                Optional.empty(),
                fingerprint.map(ServerAddressInput::fingerprint));
    }

    private ServerContext again(ServerContexts serverContexts) {
        ServerContext current = serverContexts.current();
        if (serverContexts.isNamedByAddress() || current.name().equals(ServerContexts.LOCAL)) {
            throw new Problem(
                    NO_SERVER,
                    "Which server?",
                    current.name().equals(ServerContexts.LOCAL)
                            ? "On this machine (context local) you are signed in by being here."
                            : "SLIPWAY_URL is set; it names a server without a context.",
                    "Say where it is: slipway login https://slipway.example.org");
        }
        return new ServerContext(
                name.orElse(current.name()),
                current.url(),
                Optional.empty(),
                fingerprint.map(ServerAddressInput::fingerprint).or(current::pin));
    }

    private void warnOfPlainText(URI address) {
        boolean here = address.getHost().matches("localhost|127\\.[0-9.]+|\\[::1]");
        if ("http".equals(address.getScheme()) && !here) {
            commandEnvironment
                    .terminal()
                    .note(
                            "warning: "
                                    + address
                                    + " is plain HTTP: your token can be read on the way.");
        }
    }

    /** The same server, with the certificate that a person vouched for where nobody else does. */
    private ServerContext trusted(ServerContext server) {
        if (server.pin().isPresent() || !"https".equals(server.url().getScheme())) {
            return server;
        }
        try (ApiClient apiClient = ApiClient.of(server)) {
            apiClient.call(CurrentUserRoutes.WAYS);
            return server;
        } catch (Problem problem) {
            if (!problem.code().name().equals("untrusted-server")) {
                throw problem;
            }
            CertificateFingerprint shown =
                    CertificateFingerprint.presentedBy(server.url()).orElseThrow(() -> problem);
            mustVouch(server.url(), shown, problem);
            return new ServerContext(
                    server.name(), server.url(), Optional.empty(), Optional.of(shown));
        }
    }

    private void mustVouch(URI address, CertificateFingerprint shown, Problem problem) {
        Terminal terminal = commandEnvironment.terminal();
        String next =
                "Compare it with what whoever runs the server tells you, then: slipway login %s --fingerprint %s"
                        .formatted(ShellQuote.of(address), shown);
        if (!terminal.capabilities().interactive()) {
            throw new Problem(problem.code(), problem.what(), "It shows " + shown + ".", next);
        }
        terminal.note(
                address
                        + " shows a certificate that nobody known to this machine vouches for:\n  "
                        + shown
                        + "\nCompare it with what whoever runs the server tells you.");
        if (!terminal.confirm("Trust exactly this certificate?")) {
            throw new Problem(problem.code(), problem.what(), "You did not vouch for it.", next);
        }
    }

    private AccessToken token(ServerContext server) {
        return tokenFile
                .map(file -> TypedToken.from(commandEnvironment, file))
                .orElseGet(
                        () ->
                                TypedToken.token(
                                        commandEnvironment
                                                .terminal()
                                                .readPassword("Token for " + server.url() + ":"),
                                        "The input"));
    }

    private static MeRoute.Me asked(ServerContext signedIn) {
        try (ApiClient apiClient = ApiClient.of(signedIn)) {
            return apiClient.call(MeRoute.ME);
        }
    }
}
