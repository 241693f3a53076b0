package slipway.server.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.base.Say;
import slipway.cli.command.Shell;
import slipway.guard.audit.EntryProof;
import slipway.journal.sql.Db;
import slipway.journal.sql.SqlMedium;
import slipway.server.config.Config;
import slipway.server.platform.Rooms;

/** {@code slipway audit prove}: everything needed to believe one entry, as one JSON document. */
@Command(
        name = "prove",
        description = "Writes a proof of one entry, which can be checked without a server.",
        footer = {
            "",
            "slipway audit prove 184221                 prints it",
            "slipway audit prove 184221 --to a.proof    writes it there",
            "Whoever has it checks it with: slipway audit check-proof a.proof --key FILE"
        })
final class AuditProveCommand extends ConfiguredCommand {

    static final Code NOT_WRITTEN =
            Code.of(Kind.OUTSIDE, "file-not-written", "A file could not be written.");

    @Parameters(paramLabel = "SEQ", description = "The entry's number in the journal.")
    private long seq;

    @Option(names = "--to", paramLabel = "FILE", description = "Where to write it.")
    private Optional<Path> to = Optional.empty();

    AuditProveCommand(Shell shell) {
        super(shell);
    }

    @Override
    public void run() {
        Config config = config();
        try (var medium = new SqlMedium(Db.beside(Rooms.database(config), Rooms.SCHEMAS))) {
            EntryProof proof = EntryProof.of(medium, seq);
            String text = proof.json().toPrettyString();
            if (to.isEmpty()) {
                say(text);
                return;
            }
            Path file = shell().here().resolve(to.get());
            write(file, text + "\n");
            say(
                    "Entry "
                            + Say.count(seq)
                            + " is proved by "
                            + Say.count(proof.inclusion().path().size())
                            + " hashes and seal "
                            + Say.count(proof.seal().number())
                            + ", in "
                            + file
                            + ".");
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            String why =
                    e instanceof FileAlreadyExistsException
                            ? "There is already a file of this name, and nothing is overwritten."
                            : e + ".";
            throw new Problem(
                            NOT_WRITTEN,
                            "The proof was not written to " + file + ".",
                            why,
                            "Choose another name with --to FILE.")
                    .causedBy(e);
        }
    }
}
