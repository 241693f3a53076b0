package slipway.surface.people.commands.context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.api.client.AccessToken;
import slipway.surface.terminal.command.CommandEnvironment;

/** Reads a token from a file or the input. It is never echoed, not even an invalid one. */
final class TypedToken {

    private static final ProblemCode NO_TOKEN =
            ProblemCode.of(
                    ProblemKind.INVALID, "no-token", "A token is required and none was given.");

    private TypedToken() {}

    static AccessToken from(CommandEnvironment environment, Path file) {
        return file.toString().equals("-")
                ? token(environment.terminal().readLine(), "The input")
                : token(firstLine(environment.here().resolve(file)), "The file " + file);
    }

    private static Optional<String> firstLine(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.findFirst();
        } catch (IOException unreadable) {
            throw new Problem(
                            NO_TOKEN,
                            "The file " + file + " cannot be read.",
                            unreadable + ".",
                            "Name a file whose first line is your token.")
                    .causedBy(unreadable);
        }
    }

    static AccessToken token(Optional<String> typed, String where) {
        return typed.flatMap(AccessToken::parse)
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_TOKEN,
                                        where + " contains no token.",
                                        "A token is one word of visible characters, such as slw_usr_….",
                                        "Create one on the page Tokens, or ask an admin:"
                                                + " slipway token new --user NAME"));
    }
}
