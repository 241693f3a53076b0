package slipway.surface.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.UntrustedText;

/** The terminal or pipe of a command: its output, error output and input. */
public final class Terminal {

    /** Set by the launcher: which of the file descriptors 0, 1 and 2 are terminals. A shell can test that cheaply. */
    private static final String TERMINALS = "slipway.terminals";

    private final TerminalCapabilities capabilities;
    private final PrintWriter out;
    private final PrintWriter err;
    private final BufferedReader in;
    private final boolean real;

    public Terminal(TerminalCapabilities capabilities, Writer out, Writer err, Reader in) {
        this(capabilities, out, err, in, false);
    }

    private Terminal(
            TerminalCapabilities capabilities, Writer out, Writer err, Reader in, boolean real) {
        this.capabilities = capabilities;
        this.out = writer(capabilities, out);
        this.err = writer(capabilities, err);
        this.in = new BufferedReader(in);
        this.real = real;
    }

    public static Terminal ofThisProcess(Map<String, String> environment) {
        String terminals = System.getProperty(TERMINALS, consoleTerminals());
        return new Terminal(
                TerminalCapabilities.of(environment, terminals),
                bytes(System.out),
                bytes(System.err),
                new InputStreamReader(System.in, StandardCharsets.UTF_8),
                true);
    }

    /** Without the launcher the JDK tells only whether both input and output are terminals. */
    @SuppressWarnings("SystemConsoleNull") // it is null without a terminal, since JDK 25
    private static String consoleTerminals() {
        var console = System.console();
        return console != null && console.isTerminal() ? "012" : "";
    }

    private static Writer bytes(OutputStream stream) {
        return new OutputStreamWriter(stream, StandardCharsets.UTF_8);
    }

    private static PrintWriter writer(TerminalCapabilities capabilities, Writer to) {
        return new PrintWriter(capabilities.utf8() ? to : new AsciiFallback(to), true);
    }

    public TerminalCapabilities capabilities() {
        return capabilities;
    }

    /** The output, for answers. */
    public PrintWriter out() {
        return out;
    }

    /** The error output, for problems, prompts and progress. */
    public PrintWriter err() {
        return err;
    }

    /** Prints a text of one or more lines, wrapped to the width of the terminal. */
    public void say(String text) {
        out.println(capabilities.stdoutIsTerminal() ? wrapped(text) : text);
        out.flush();
    }

    /** Prints to the error output, wrapped to the width of the terminal. */
    public void note(String text) {
        err.println(capabilities.stderrIsTerminal() ? wrapped(text) : text);
        err.flush();
    }

    private String wrapped(String text) {
        return LineWrapper.wrap(text, capabilities.width());
    }

    /** Prints without wrapping, for text that people copy. */
    public void printVerbatim(String text) {
        out.println(text);
        out.flush();
    }

    public void show(TextTable table) {
        out.print(table.format(capabilities));
        out.flush();
    }

    /** The table as text, for output that is redrawn. */
    public String format(TextTable table) {
        return table.format(capabilities);
    }

    public void show(FactList facts) {
        out.print(facts.format(capabilities));
        out.flush();
    }

    /** Prints JSON, escaped if the terminal supports only ASCII. */
    public void json(String json) {
        out.println(capabilities.utf8() ? json : AsciiFallback.escaped(json));
        out.flush();
    }

    /** Whether the reader of the output has closed it: {@code slipway events | head}. */
    public boolean isOutputClosed() {
        return out.checkError();
    }

    /** Untrusted text on one line, without control characters. */
    public String plain(String text) {
        return UntrustedText.forTerminal(text);
    }

    public String toned(Tone tone, String text) {
        return capabilities.color() ? tone.around(text) : text;
    }

    public ProgressLine progress(String activity, String unit) {
        return new ProgressLine(this, activity, unit, 0);
    }

    /** A progress bar for a known total. */
    public ProgressLine progress(String activity, String unit, long total) {
        return new ProgressLine(this, activity, unit, total);
    }

    /** Asks for confirmation. Only for an interactive terminal. */
    public boolean confirm(String question) {
        err.print(wrapped(question + " [y/N]") + " ");
        err.flush();
        String answer = readLine().orElse("").strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /** Reads a password without echo, or the next line of the input if the terminal is not interactive. */
    @SuppressWarnings("SystemConsoleNull") // it is null if the output is no terminal
    public Optional<String> readPassword(String question) {
        if (!capabilities.interactive()) {
            return readLine();
        }
        var console = real ? System.console() : null;
        err.print(question + " ");
        err.flush();
        if (console == null) {
            return readLine();
        }
        return Optional.ofNullable(console.readPassword()).map(String::new);
    }

    /** The next line of the input, if it has not ended. */
    public Optional<String> readLine() {
        try {
            return Optional.ofNullable(in.readLine());
        } catch (IOException broken) {
            throw new UncheckedIOException("The input failed", broken);
        }
    }

    /** The rest of the input, unchanged. */
    public String readAll() {
        try {
            var text = new StringWriter();
            in.transferTo(text);
            return text.toString();
        } catch (IOException broken) {
            throw new UncheckedIOException("The input failed", broken);
        }
    }
}
