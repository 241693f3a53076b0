package slipway.server.commands;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import slipway.audit.EntryProof;
import slipway.base.text.Format;
import slipway.journal.Event;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway audit check-proof}: needs only the proof and the key, no server and no database. */
@Command(
        name = "check-proof",
        description = "Verify the inclusion proof of an audit entry offline.",
        footer = {
            "",
            "slipway audit check-proof a.proof --key seal.key",
            "Exit code 0: the entry of the proof is in the log that this key sealed, unchanged."
        })
final class AuditCheckProofCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "Proof, written by slipway audit prove.")
    private Path file = Path.of("");

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "Public seal key, printed by slipway audit seal-key.")
    private Path key = Path.of("");

    AuditCheckProofCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        Path here = commandEnvironment.here();
        EntryProof proof = EntryProof.parse(LocalAuditCommands.text(here.resolve(file)));
        proof.check(LocalAuditCommands.keys(here.resolve(key)));
        Event entry = proof.entry();
        PrintWriter out = spec.commandLine().getOut();
        out.println("The proof is valid: entry " + Format.count(entry.seq()) + " is in the log.");
        out.println("  what    " + entry.kind() + " of " + entry.what().subject());
        out.println("  who     " + entry.what().actor().name() + ", " + entry.what().actor().via());
        out.println("  when    " + entry.at());
        out.println(
                "  body    "
                        + (entry.pruned()
                                ? "pruned; the proof covers only its hash"
                                : entry.what().body()));
        out.println(
                "  sealed  "
                        + proof.seal().at()
                        + ", seal "
                        + Format.count(proof.seal().number())
                        + " over "
                        + Format.count(proof.seal().size())
                        + " entries");
        out.flush();
    }
}
