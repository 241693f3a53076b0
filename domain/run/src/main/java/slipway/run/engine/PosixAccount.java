package slipway.run.engine;

import java.util.regex.Pattern;

/**
 * An account of the cluster under which attempts run instead of the server's own. Never root.
 *
 * @param user the user id
 * @param group the id of the primary group
 */
public record PosixAccount(String name, int user, int group) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.@-]{0,99}");

    public PosixAccount {
        if (!fits(name)) {
            throw new IllegalArgumentException("'%s' is not a valid account name".formatted(name));
        }
        if (user <= 0 || group < 0) {
            throw new IllegalArgumentException("No job runs as user %d".formatted(user));
        }
    }

    /** A name that programs cannot mistake for a number or an option. */
    public static boolean fits(String name) {
        return NAME.matcher(name).matches();
    }
}
