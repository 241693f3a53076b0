package slipway.surface.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the terminal or pipe can display.
 *
 * @param width in columns; a pipe takes lines of any length
 * @param interactive whether a person can answer a prompt
 * @param stdoutIsTerminal whether the output is a terminal
 * @param stderrIsTerminal whether the error output is a terminal, so that progress may be drawn there
 * @param utf8 whether it displays more than ASCII
 */
public record TerminalCapabilities(
        int width,
        boolean interactive,
        boolean stdoutIsTerminal,
        boolean stderrIsTerminal,
        boolean color,
        boolean utf8) {

    /** The width of a pipe. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int DEFAULT_WIDTH = 80;
    private static final int MIN_WIDTH = 20;

    /**
     * @param terminals which of the file descriptors 0, 1 and 2 are terminals: {@code 012}, {@code 02}
     */
    public static TerminalCapabilities of(Map<String, String> environment, String terminals) {
        boolean stdoutIsTerminal = terminals.contains("1");
        boolean stderrIsTerminal = terminals.contains("2");
        return new TerminalCapabilities(
                width(environment, stdoutIsTerminal),
                terminals.contains("0") && stderrIsTerminal,
                stdoutIsTerminal,
                stderrIsTerminal,
                stdoutIsTerminal && wantsColor(environment),
                supportsUtf8(environment));
    }

    private static int width(Map<String, String> environment, boolean terminal) {
        return Optional.ofNullable(environment.get("COLUMNS"))
                .filter(text -> text.matches("[1-9][0-9]{0,3}"))
                .map(Integer::parseInt)
                .map(columns -> Math.max(columns, MIN_WIDTH))
                .orElse(terminal ? DEFAULT_WIDTH : UNLIMITED);
    }

    private static boolean wantsColor(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    /** The same rule as the C library's. */
    private static boolean supportsUtf8(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .map(value -> value.toUpperCase(Locale.ROOT).replace("-", ""))
                .filter(value -> value.contains("UTF8"))
                .isPresent();
    }
}
