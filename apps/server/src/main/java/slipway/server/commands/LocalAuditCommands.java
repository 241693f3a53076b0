package slipway.server.commands;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import slipway.audit.SealKey;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.surface.terminal.command.CommandEnvironment;

/**
 * What {@code slipway audit} does on this machine: checks the log, checks a proof, and prints the key
 * that seals are signed with.
 */
final class LocalAuditCommands {

    static final ProblemCode NO_FILE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND, "no-such-file", "A file that was named cannot be read.");

    private LocalAuditCommands() {}

    static void addTo(CommandLine audit, CommandEnvironment commandEnvironment) {
        audit.addSubcommand(new AuditVerifyCommand(commandEnvironment).line())
                .addSubcommand(new AuditCheckProofCommand(commandEnvironment))
                .addSubcommand(new AuditKeyCommand(commandEnvironment).line());
    }

    /** The keys in a file that somebody kept elsewhere. */
    static List<SealKey> keys(Path file) {
        return SealKey.parse(text(file));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            return "";
        } catch (IOException e) {
            throw new Problem(
                            NO_FILE,
                            "The file " + file + " cannot be read.",
                            e + ".",
                            "Name a file that is there and may be read.")
                    .causedBy(e);
        }
    }
}
