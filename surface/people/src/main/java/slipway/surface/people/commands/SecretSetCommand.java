package slipway.surface.people.commands;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway secret set}. */
@Command(
        name = "set",
        description = "Set or replace a secret. The value is never an argument.",
        footer = {
            "",
            "Examples",
            "  slipway secret set hub-token --team vision                     prompt for the value, hidden",
            "  slipway secret set hub-token --team vision --file token.txt    the unchanged content of a file",
            "  pass show hub | slipway secret set hub-token --team vision     from another program"
        })
final class SecretSetCommand extends RemoteCommand {

    private static final ProblemCode NO_VALUE =
            ProblemCode.of(
                    ProblemKind.INVALID, "no-secret-value", "No value was given for a secret.");

    @Parameters(paramLabel = "SECRET", description = "The name. Jobs receive a file of this name.")
    private String secret = "";

    @Option(
            names = "--team",
            required = true,
            paramLabel = "TEAM",
            description = "The owning team.")
    private String team = "";

    @Option(names = "--file", paramLabel = "FILE", description = "Read the value from this file.")
    private Optional<Path> file = Optional.empty();

    SecretSetCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        // The printed command must not contain the secret.
        String value = asCurl() ? "VALUE" : file.map(this::readFile).orElseGet(this::readInput);
        show(
                ApiCall.to(TeamRoutes.SECRET_SET)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.SECRET, secret)
                        .sending(new TeamRoutes.SecretValue(value)),
                set ->
                        say(
                                "Set secret "
                                        + set.secret()
                                        + " of "
                                        + team
                                        + ". Jobs that start from now on receive it as a file."));
    }

    /** Prompts a person, without echo, or reads the input to its end. One line break at the end is removed. */
    private String readInput() {
        String value =
                terminal().capabilities().interactive()
                        ? terminal().readPassword("Value of " + secret + " (not shown):").orElse("")
                        : terminal().readAll();
        String bare = value.replaceFirst("\\r?\\n\\z", "");
        if (bare.isEmpty()) {
            throw new Problem(
                    NO_VALUE,
                    "Secret " + secret + " was not set.",
                    "No value was given.",
                    "Enter it at the prompt, pipe it in, or use --file FILE.");
        }
        return bare;
    }

    private String readFile(Path path) {
        Path file = shell().here().resolve(path);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw unreadable(file, "It is not UTF-8 text.");
        } catch (IOException e) {
            throw unreadable(file, e + ".");
        }
    }

    private static Problem unreadable(Path path, String why) {
        return new Problem(
                NO_VALUE,
                "The value cannot be read from " + path + ".",
                why,
                "Name a readable text file. Encode binary content as base64.");
    }
}
