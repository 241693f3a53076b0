package slipway.cli.command;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import slipway.cli.terminal.Terminal;

/**
 * Hears which version a server is, and says once which side to upgrade when it is another one. Versions that differ only
 * in their last number understand each other.
 */
final class OtherVersion implements Consumer<String> {

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6})(\\D.*)?");

    private final String ours;
    private final Terminal terminal;
    private boolean said;

    OtherVersion(String ours, Terminal terminal) {
        this.ours = ours;
        this.terminal = terminal;
    }

    @Override
    public void accept(String theirs) {
        if (!said) {
            advice(ours, theirs)
                    .ifPresent(
                            advice -> {
                                said = true;
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
        int older = Integer.compare(number(our.group(1)), number(their.group(1)));
        int order =
                older != 0 ? older : Integer.compare(number(our.group(2)), number(their.group(2)));
        String both =
                "warning: this command line is %s.%s and the server is %s.%s. "
                        .formatted(our.group(1), our.group(2), their.group(1), their.group(2));
        return order == 0
                ? Optional.empty()
                : Optional.of(
                        both
                                + (order < 0
                                        ? "Upgrade the command line; until then it may not understand every answer."
                                        : "Upgrade the server; until then it may refuse what it does not know."));
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
