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

/** The local commands of {@code slipway audit}: verify the log, check a proof, print the seal key. */
final class LocalAuditCommands {

    static final ProblemCode NO_FILE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-file",
                    "A file named on the command line cannot be read.");

    private LocalAuditCommands() {}

    static void addTo(CommandLine audit, CommandEnvironment commandEnvironment) {
        audit.addSubcommand(new AuditVerifyCommand(commandEnvironment).line())
                .addSubcommand(new AuditCheckProofCommand(commandEnvironment))
                .addSubcommand(new AuditKeyCommand(commandEnvironment).line());
    }

    /** The public seal keys in a file. */
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
                            "Name a file that exists and is readable.")
                    .causedBy(e);
        }
    }
}
