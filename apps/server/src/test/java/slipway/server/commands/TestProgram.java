package slipway.server.commands;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import slipway.cli.Cli;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

/** The command line with output into strings; it does not exit the process. */
public final class TestProgram {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final TerminalCapabilities PIPE =
            new TerminalCapabilities(
                    TerminalCapabilities.UNLIMITED, false, false, false, false, true);

    private final Map<String, String> environment;
    private final Path home;
    private final Path here;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    public TestProgram(Map<String, String> environment, Path home, Path here) {
        this.environment = environment;
        this.home = home;
        this.here = here;
    }

    /** Runs a command; the output afterwards is that of this run only. */
    public int run(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        var terminal = new Terminal(PIPE, out, err, new StringReader(""));
        var commandEnvironment =
                new CommandEnvironment(
                        "0.1",
                        terminal,
                        environment,
                        home,
                        here,
                        InstantSource.system(),
                        () -> ZoneOffset.UTC);
        return LocalCommands.addTo(
                        Cli.of(commandEnvironment),
                        commandEnvironment,
                        new ServerProcess(NOW, _ -> {}))
                .run(words);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
