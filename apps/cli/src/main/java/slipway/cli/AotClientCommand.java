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
 * Hidden: runs a few commands against an example server. The launcher builds the ahead-of-time cache of the command
 * line from the classes that this loads, so that these commands start fast.
 */
@Command(
        name = "rehearse",
        hidden = true,
        description = "Run commands against an example server, for the AOT cache.",
        footer = {"", "Examples", "  slipway rehearse"})
final class AotClientCommand implements Runnable {

    private static final List<List<String>> COMMANDS =
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
                    List.of("run", "example.py", "--cpus", "1"),
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
            Path folder = Files.createTempDirectory("slipway-aot");
            Files.writeString(folder.resolve("local.url"), exampleServer.url().toString());
            Path token = Files.writeString(folder.resolve("local.token"), "example");
            Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
            Files.writeString(folder.resolve("example.py"), "print()\n");
            var environment = Map.of("SLIPWAY_DATA", folder.toString());
            for (List<String> command : COMMANDS) {
                Cli.of(withoutOutput(environment, folder)).run(command.toArray(String[]::new));
            }
            remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Also removes files that the commands wrote, such as the last plan. */
    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private CommandEnvironment withoutOutput(Map<String, String> environment, Path home) {
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
