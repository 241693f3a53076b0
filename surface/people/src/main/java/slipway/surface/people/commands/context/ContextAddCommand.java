package slipway.surface.people.commands.context;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.surface.api.client.AccessToken;
import slipway.surface.api.client.ServerContext;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway context add}: keeps a server without asking it anything. */
@Command(
        name = "add",
        description = "Keeps a server without asking it. To check it at once: slipway login.",
        footer = {
            "",
            "Examples",
            "  slipway context add lab https://slipway.example.org --token-file token.txt",
            "  slipway context add lab https://10.4.2.1:8470 --fingerprint sha256:6f3a…"
        })
final class ContextAddCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Parameters(index = "0", paramLabel = "NAME", description = "What you will call it.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "URL", description = "Where the server is.")
    private String url = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with your token, or - for the input.")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--fingerprint",
            paramLabel = "SHA256",
            description = "Trusts exactly this certificate; the server shows it at its start.")
    private Optional<String> fingerprint = Optional.empty();

    ContextAddCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        Optional<AccessToken> token =
                tokenFile.map(file -> TypedToken.from(commandEnvironment, file));
        var serverContext =
                new ServerContext(
                        name,
                        ServerAddressInput.address(url),
                        token,
                        fingerprint.map(ServerAddressInput::fingerprint));
        commandEnvironment.contexts().save(serverContext);
        commandEnvironment
                .terminal()
                .say(
                        "Kept "
                                + serverContext.url()
                                + " as "
                                + name
                                + ". Use it: slipway context use "
                                + name);
    }
}
