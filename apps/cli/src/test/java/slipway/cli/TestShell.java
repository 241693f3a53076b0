package slipway.cli;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

/** Runs the command line at a fixed time, by default into a pipe, and captures its output. */
public final class TestShell {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");

    private final Path home;
    private final Map<String, String> environment = new HashMap<>();
    private TerminalCapabilities terminalCapabilities =
            new TerminalCapabilities(
                    TerminalCapabilities.UNLIMITED, false, false, false, false, true);
    private String typed = "";
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    public TestShell(Path home) {
        this.home = home;
    }

    /** An interactive terminal of this width, without color. */
    public TestShell wide(int columns) {
        terminalCapabilities = new TerminalCapabilities(columns, true, true, true, false, true);
        return this;
    }

    public TestShell looking(TerminalCapabilities newLook) {
        terminalCapabilities = newLook;
        return this;
    }

    public TestShell with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Uses this server, with a token. */
    public TestShell asking(FakeServer server) {
        return with("SLIPWAY_URL", server.url().toString())
                .with("SLIPWAY_TOKEN", "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c");
    }

    /** The input of the next command. */
    public TestShell typing(String lines) {
        typed = lines;
        return this;
    }

    /** Runs a command and returns the exit code. */
    public int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        return Cli.of(shell()).run(arguments);
    }

    public CommandEnvironment shell() {
        var terminal = new Terminal(terminalCapabilities, out, err, new StringReader(typed));
        return new CommandEnvironment(
                "0.1", terminal, environment, home, home, () -> NOW, () -> ZoneOffset.UTC);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }
}
