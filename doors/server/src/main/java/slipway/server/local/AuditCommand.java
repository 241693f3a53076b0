package slipway.server.local;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.guard.audit.SealKey;
import slipway.server.config.Surroundings;

/**
 * {@code slipway audit}: checks the log, proves an entry, checks a proof, and prints the key that seals are signed
 * with.
 */
@Command(
        name = "audit",
        description = "Checks the audit log and proves what is in it.",
        synopsisSubcommandLabel = "COMMAND")
final class AuditCommand implements Runnable {

    static final Code NO_FILE =
            Code.of(Kind.NOT_FOUND, "no-such-file", "A file that was named cannot be read.");

    @Spec private CommandSpec spec = CommandSpec.create();

    private AuditCommand() {}

    static CommandLine line(Surroundings surroundings) {
        return new CommandLine(new AuditCommand())
                .addSubcommand(new AuditVerifyCommand(surroundings).line())
                .addSubcommand(new AuditProveCommand(surroundings).line())
                .addSubcommand(new AuditCheckProofCommand(surroundings))
                .addSubcommand(new AuditKeyCommand(surroundings).line());
    }

    @Override
    public void run() {
        Usage.missing(spec);
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
