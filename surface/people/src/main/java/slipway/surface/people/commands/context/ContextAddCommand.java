package slipway.surface.people.commands.context;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ServerContext;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway context add}: saves a server without contacting it. */
@Command(
        name = "add",
        description = "Save a server without contacting it. See slipway login.",
        footer = {
            "",
            "Examples",
            "  slipway context add lab https://slipway.example.org --token-file token.txt",
            "  slipway context add lab https://10.4.2.1:8470 --fingerprint sha256:6f3a…"
        })
final class ContextAddCommand implements Runnable {

    private final CommandEnvironment environment;

    @Parameters(index = "0", paramLabel = "NAME", description = "A name for the server.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "URL", description = "The server's address.")
    private String url = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Read the token from this file, or - for the input.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--fingerprint",
            paramLabel = "SHA256",
            description = "Trust only this certificate. The server prints it.")
    private Optional<String> fingerprint = Optional.empty();

    ContextAddCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        Optional<AccessToken> token = tokenFile.map(file -> TypedToken.from(environment, file));
        var serverContext =
                new ServerContext(
                        name,
                        ServerAddressInput.address(url),
                        token,
                        fingerprint.map(ServerAddressInput::fingerprint));
        environment.contexts().save(serverContext);
        environment
                .terminal()
                .say(
                        "Saved "
                                + serverContext.url()
                                + " as "
                                + name
                                + ". Use it: slipway context use "
                                + name);
    }
}
