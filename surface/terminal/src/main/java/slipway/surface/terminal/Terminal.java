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

/** Where a command speaks to a person, or to a program that reads what it says. */
public final class Terminal {

    /** The launcher says which of 0, 1 and 2 are terminals: a shell knows it for nothing. */
    private static final String TERMINALS = "slipway.terminals";

    private final TerminalCapabilities capabilities;
    private final PrintWriter out;
    private final PrintWriter err;
    private final BufferedReader in;
    private final boolean real;

    public Terminal(TerminalCapabilities terminalCapabilities, Writer out, Writer err, Reader in) {
        this(terminalCapabilities, out, err, in, false);
    }

    private Terminal(
            TerminalCapabilities terminalCapabilities,
            Writer out,
            Writer err,
            Reader in,
            boolean real) {
        this.capabilities = terminalCapabilities;
        this.out = writer(terminalCapabilities, out);
        this.err = writer(terminalCapabilities, err);
        this.in = new BufferedReader(in);
        this.real = real;
    }

    public static Terminal ofThisProcess(Map<String, String> environment) {
        String terminals = System.getProperty(TERMINALS, bothOrNone());
        return new Terminal(
                TerminalCapabilities.of(environment, terminals),
                bytes(System.out),
                bytes(System.err),
                new InputStreamReader(System.in, StandardCharsets.UTF_8),
                true);
    }

    /** Without the launcher only the pair of input and output can be asked for. */
    @SuppressWarnings("SystemConsoleNull") // it is null without a terminal, from JDK 25 on again
    private static String bothOrNone() {
        var console = System.console();
        return console != null && console.isTerminal() ? "012" : "";
    }

    private static Writer bytes(OutputStream stream) {
        return new OutputStreamWriter(stream, StandardCharsets.UTF_8);
    }

    private static PrintWriter writer(TerminalCapabilities terminalCapabilities, Writer to) {
        return new PrintWriter(terminalCapabilities.utf8() ? to : new AsciiFallback(to), true);
    }

    public TerminalCapabilities capabilities() {
        return capabilities;
    }

    /** For answers. */
    public PrintWriter out() {
        return out;
    }

    /** For everything that is no answer: trouble, questions, progress. */
    public PrintWriter err() {
        return err;
    }

    /** A text of our own, of one line or more; on a narrow terminal it breaks between words. */
    public void say(String text) {
        out.println(capabilities.stdoutIsTerminal() ? wrapped(text) : text);
        out.flush();
    }

    /** The same on the error output. */
    public void note(String text) {
        err.println(capabilities.stderrIsTerminal() ? wrapped(text) : text);
        err.flush();
    }

    private String wrapped(String text) {
        return LineWrapper.text(text, capabilities.width());
    }

    /** Exactly this, however narrow the terminal is: for what people copy. */
    public void printVerbatim(String text) {
        out.println(text);
        out.flush();
    }

    public void show(TextTable textTable) {
        out.print(textTable.in(capabilities));
        out.flush();
    }

    /** The table as it would be shown, for what is drawn over again. */
    public String format(TextTable textTable) {
        return textTable.in(capabilities);
    }

    public void show(FactList factList) {
        out.print(factList.in(capabilities));
        out.flush();
    }

    /** Keeps its meaning also where only ASCII is known. */
    public void json(String json) {
        out.println(capabilities.utf8() ? json : AsciiFallback.escaped(json));
        out.flush();
    }

    /** Whether whoever read the answers has gone: {@code slipway events | head}. */
    public boolean isOutputClosed() {
        return out.checkError();
    }

    /** Text from elsewhere, on one line and unable to steer the terminal. */
    public String plain(String text) {
        return UntrustedText.forTerminal(text);
    }

    public String toned(Tone tone, String text) {
        return capabilities.color() ? tone.around(text) : text;
    }

    public ProgressLine progress(String doing, String things) {
        return new ProgressLine(this, doing, things, 0);
    }

    /** With a bar, because it is known how many there are. */
    public ProgressLine progress(String doing, String things, long all) {
        return new ProgressLine(this, doing, things, all);
    }

    /** Whether a person says yes. Only to be asked where one is there. */
    public boolean confirm(String question) {
        err.print(wrapped(question + " [y/N]") + " ");
        err.flush();
        String answer = readLine().orElse("").strip().toLowerCase(Locale.ROOT);
        return answer.equals("y") || answer.equals("yes");
    }

    /** What a person types without it being seen. Where nobody can be asked, the next line of the input. */
    @SuppressWarnings("SystemConsoleNull") // it is null where the output is no terminal
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
            throw new UncheckedIOException("The input broke off", broken);
        }
    }

    /** Everything that is left of the input, as it is. */
    public String readAll() {
        try {
            var text = new StringWriter();
            in.transferTo(text);
            return text.toString();
        } catch (IOException broken) {
            throw new UncheckedIOException("The input broke off", broken);
        }
    }
}
