package slipway.surface.terminal.command;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import slipway.surface.terminal.Terminal;

/**
 * Hears which version a server is, and says once which side to upgrade when it is another one. Versions that differ
 * only in their last number understand each other.
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
            advice(ours, theirs)
                    .ifPresent(
                            advice -> {
                                reported = true;
                                terminal.note(advice);
                            });
        }
    }

    static Optional<String> advice(String ours, String theirs) {
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
        return "warning: this command line is " + ours + " and the server is " + theirs + ". ";
    }

    private static String upgrade(boolean us) {
        return us
                ? "Upgrade the command line; until then it may not understand every answer."
                : "Upgrade the server; until then it may refuse what it does not know.";
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
