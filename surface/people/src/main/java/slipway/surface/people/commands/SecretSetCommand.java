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
        description =
                "Sets a secret of a team, or replaces it. The value is never given as a word.",
        footer = {
            "",
            "Examples",
            "  slipway secret set hub-token --team vision                     asks for it, unseen",
            "  slipway secret set hub-token --team vision --file token.txt    the whole file, as it is",
            "  pass show hub | slipway secret set hub-token --team vision     from another program"
        })
final class SecretSetCommand extends RemoteCommand {

    private static final ProblemCode NO_VALUE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-secret-value",
                    "A secret was to be set without a value.");

    @Parameters(paramLabel = "SECRET", description = "Its name; jobs find a file of this name.")
    private String secret = "";

    @Option(names = "--team", required = true, paramLabel = "TEAM", description = "Whose it is.")
    private String team = "";

    @Option(names = "--file", paramLabel = "FILE", description = "The file that holds the value.")
    private Optional<Path> file = Optional.empty();

    SecretSetCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        // A value that was printed as part of a command would be no secret any more.
        String value = asCurl() ? "VALUE" : file.map(this::read).orElseGet(this::typed);
        show(
                ApiCall.to(TeamRoutes.SECRET_SET)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.SECRET, secret)
                        .sending(new TeamRoutes.SecretValue(value)),
                set ->
                        say(
                                "Set the secret "
                                        + set.secret()
                                        + " of "
                                        + team
                                        + ". Jobs that start from now on find it as a file."));
    }

    /** From a person unseen, from another program up to its end. One line break at the end is the shell's. */
    private String typed() {
        String value =
                terminal().capabilities().interactive()
                        ? terminal().readPassword("Value of " + secret + " (not shown):").orElse("")
                        : terminal().readAll();
        String bare = value.replaceFirst("\\r?\\n\\z", "");
        if (bare.isEmpty()) {
            throw new Problem(
                    NO_VALUE,
                    "The secret " + secret + " was not set.",
                    "No value was given.",
                    "Type it when asked, pipe it in, or name a file with --file FILE.");
        }
        return bare;
    }

    private String read(Path path) {
        Path there = shell().here().resolve(path);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(there)))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw unusable(there, "It is not text in UTF-8.");
        } catch (IOException unreadable) {
            throw unusable(there, unreadable + ".");
        }
    }

    private static Problem unusable(Path path, String why) {
        return new Problem(
                NO_VALUE,
                "The value cannot be read from " + path + ".",
                why,
                "Name a text file that you may read; other content can be kept as base64.");
    }
}
