package slipway.cli;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

/**
 * Hidden: says a few commands to a server that is none. The launcher makes the start-up cache of commands from the
 * classes this loads, so what is done here starts fast later, and nothing of a real server is among them.
 */
@Command(
        name = "rehearse",
        hidden = true,
        description = "Says a few commands to a server that is none.",
        footer = {"", "Examples", "  slipway rehearse"})
final class AotClientCommand implements Runnable {

    private static final List<List<String>> PIECES =
            List.of(
                    List.of("whoami"),
                    List.of("whoami", "--json"),
                    List.of("whoami", "--curl"),
                    List.of("team", "list"),
                    List.of("user", "list"),
                    List.of("token", "list"),
                    List.of("events"),
                    List.of("ps"),
                    List.of("nodes"),
                    List.of("run", "rehearsal.py", "--cpus", "1"),
                    List.of("logs", "digits"),
                    List.of("explain", "digits"),
                    List.of("context", "list"),
                    List.of("context", "lst"),
                    List.of("plan", "train", "--model", "llama-3-8b", "--tokens", "15B"));

    private final CommandEnvironment commandEnvironment;

    AotClientCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        try (var exampleServer = ExampleServer.start()) {
            Path folder = Files.createTempDirectory("slipway-rehearsal");
            Files.writeString(folder.resolve("local.url"), exampleServer.url().toString());
            Path token = Files.writeString(folder.resolve("local.token"), "rehearsal");
            Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
            Files.writeString(folder.resolve("rehearsal.py"), "print()\n");
            var environment = Map.of("SLIPWAY_DATA", folder.toString());
            for (List<String> words : PIECES) {
                Cli.of(unheard(environment, folder)).run(words.toArray(String[]::new));
            }
            remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With what the commands have kept there, as the last plan. */
    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** What is said at a rehearsal is nobody's business. */
    private CommandEnvironment unheard(Map<String, String> environment, Path home) {
        var terminalCapabilities = new TerminalCapabilities(80, true, true, true, true, true);
        var terminal =
                new Terminal(
                        terminalCapabilities,
                        Writer.nullWriter(),
                        Writer.nullWriter(),
                        new StringReader(""));
        return new CommandEnvironment(
                commandEnvironment.version(),
                terminal,
                environment,
                home,
                home,
                commandEnvironment.clock(),
                commandEnvironment.zone());
    }
}
