package slipway.surface.audit.commands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.base.text.ShellQuote;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.ProofView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway audit prove}: a proof of one entry as a JSON document. */
@Command(
        name = "prove",
        description = "Create a proof of one entry, to verify offline.",
        footer = {
            "",
            "Examples",
            "  slipway audit prove 184221                 print the proof",
            "  slipway audit prove 184221 --to a.proof    write it to a file",
            "  slipway audit check-proof a.proof --key seal.key    verify it"
        })
final class AuditProveCommand extends RemoteCommand {

    private static final ProblemCode NOT_WRITTEN =
            ProblemCode.of(ProblemKind.OUTSIDE, "file-not-written", "A file could not be written.");

    @Parameters(
            paramLabel = "ENTRY",
            description = "The number of the entry. List: slipway audit log")
    private String entry = "";

    @Option(names = "--to", paramLabel = "FILE", description = "Write the proof to this file.")
    private Optional<Path> to = Optional.empty();

    AuditProveCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        String number = entry.replace(",", "");
        ProofView proof = ask(ApiCall.to(AuditRoutes.PROOF).with(PathParameter.ENTRY, number));
        String document =
                JsonCodec.tree(proof.document().json().getBytes(StandardCharsets.UTF_8))
                        .toPrettyString();
        if (to.isEmpty()) {
            terminal().json(document);
            return;
        }
        Path file = shell().here().resolve(to.get());
        write(file, document + "\n");
        show(AuditRoutes.PROOF.answer(), proof, it -> printText(it, file));
    }

    private void printText(ProofView proof, Path file) {
        say(
                "Entry "
                        + Format.count(proof.seq())
                        + " is proved by "
                        + Format.count(proof.path().size(), "hash", "hashes")
                        + " and seal "
                        + Format.count(proof.seal().seal())
                        + ", in "
                        + file
                        + ". Check it: slipway audit check-proof "
                        + ShellQuote.of(file)
                        + " --key FILE");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            String why =
                    e instanceof FileAlreadyExistsException
                            ? "The file exists and is not overwritten."
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
