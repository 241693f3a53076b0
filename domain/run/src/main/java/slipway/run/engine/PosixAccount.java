package slipway.run.engine;

import java.util.regex.Pattern;

/**
 * An account of the cluster that attempts run under, where that is not the server's own. Never root's.
 *
 * @param user its number
 * @param group the number of its first group
 */
public record PosixAccount(String name, int user, int group) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.@-]{0,99}");

    public PosixAccount {
        if (!fits(name)) {
            throw new IllegalArgumentException("'%s' cannot be an account's name".formatted(name));
        }
        if (user <= 0 || group < 0) {
            throw new IllegalArgumentException("No job runs as user %d".formatted(user));
        }
    }

    /** A name that programs take for nothing else: not a number, not an option. */
    public static boolean fits(String name) {
        return NAME.matcher(name).matches();
    }
}
