package slipway.server.commands;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import slipway.audit.SealKey;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.identity.ServerKey;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway audit seal-key}: the public key of the seals, to be stored out of reach of the server's operators. */
@Command(
        name = "seal-key",
        description = "Print the public key of the seals. Store it elsewhere.",
        footer = {"", "slipway audit seal-key > seal.key"})
final class AuditKeyCommand extends ConfiguredCommand {

    static final ProblemCode NO_KEY =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-server-key",
                    "The data directory contains no server key.");

    AuditKeyCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        Path data = config().data();
        ServerKey key = ServerKey.read(data).orElseThrow(() -> noKey(data));
        print(SealKey.of(key.sealKeys().getPublic()).text());
    }

    private static Problem noKey(Path data) {
        return new Problem(
                NO_KEY,
                "There is no server key in " + data + ".",
                "The first start of a server creates it in the file " + ServerKey.FILE + ".",
                "Name the data directory with --data DIR, or start the server once.");
    }
}
