package slipway.signon;

import java.util.regex.Pattern;

/**
 * The path that a person requested before signing in. It comes from an address that an attacker can choose, so only
 * paths of this server are accepted, whatever a browser makes of them.
 */
final class LocalPath {

    static final String HOME = "/";

    private static final int MAX_LENGTH = 1_000;
    private static final Pattern PRINTABLE = Pattern.compile("/[\\x21-\\x7e&&[^\\\\\"<>]]*");
    private static final Pattern LEADS_ELSEWHERE =
            Pattern.compile(
                    "//|/\\.{1,2}(/|$)|%(2f|5c|2e|[01][0-9a-f]|7f)", Pattern.CASE_INSENSITIVE);

    private LocalPath() {}

    /** The path, or home when it could lead elsewhere. */
    static String orHome(String requested) {
        boolean plain = requested.length() <= MAX_LENGTH && PRINTABLE.matcher(requested).matches();
        return plain && !LEADS_ELSEWHERE.matcher(pathOf(requested)).find() ? requested : HOME;
    }

    /** The path without query and fragment, where slashes and dots are harmless. */
    private static String pathOf(String requested) {
        return requested.split("[?#]", 2)[0];
    }
}
