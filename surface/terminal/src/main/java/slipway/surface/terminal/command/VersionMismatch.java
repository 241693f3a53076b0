package slipway.surface.terminal.command;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import slipway.surface.terminal.Terminal;

/**
 * Warns once if the server has another version, and says which side to upgrade. Versions that differ only in the last
 * number are compatible.
 */
final class VersionMismatch implements Consumer<String> {

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6})(\\D.*)?");

    private final String ours;
    private final Terminal terminal;
    private boolean reported;

    VersionMismatch(String ours, Terminal terminal) {
        this.ours = ours;
        this.terminal = terminal;
    }

    @Override
    public void accept(String theirs) {
        if (!reported) {
            warning(ours, theirs)
                    .ifPresent(
                            warning -> {
                                reported = true;
                                terminal.note(warning);
                            });
        }
    }

    static Optional<String> warning(String ours, String theirs) {
        var our = VERSION.matcher(ours);
        var their = VERSION.matcher(theirs);
        if (!our.matches() || !their.matches()) {
            return Optional.empty();
        }
        int major = Integer.compare(number(our.group(1)), number(their.group(1)));
        int order =
                major != 0 ? major : Integer.compare(number(our.group(2)), number(their.group(2)));
        return order == 0 ? Optional.empty() : Optional.of(both(ours, theirs) + upgrade(order < 0));
    }

    private static String both(String ours, String theirs) {
        return "warning: this command line has version "
                + ours
                + ", the server has version "
                + theirs
                + ". ";
    }

    private static String upgrade(boolean client) {
        return client
                ? "Upgrade the command line: it may not understand every answer."
                : "Upgrade the server: it may refuse unknown requests.";
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
