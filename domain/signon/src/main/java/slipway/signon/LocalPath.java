package slipway.signon;

import java.util.regex.Pattern;

/**
 * Where a person wanted to go before signing in. It comes from an address that anybody can make up, so it may lead
 * nowhere but to a page of this server, however a browser reads it.
 */
final class LocalPath {

    static final String HOME = "/";

    private static final int MAX_LENGTH = 1_000;
    private static final Pattern PRINTABLE = Pattern.compile("/[\\x21-\\x7e&&[^\\\\\"<>]]*");
    private static final Pattern LEADS_ELSEWHERE =
            Pattern.compile(
                    "//|/\\.{1,2}(/|$)|%(2f|5c|2e|[01][0-9a-f]|7f)", Pattern.CASE_INSENSITIVE);

    private LocalPath() {}

    /** The path itself, or home. */
    static String orHome(String requested) {
        boolean plain = requested.length() <= MAX_LENGTH && PRINTABLE.matcher(requested).matches();
        return plain && !LEADS_ELSEWHERE.matcher(pathOf(requested)).find() ? requested : HOME;
    }

    /** Without query and fragment, in which slashes and dots lead nowhere. */
    private static String pathOf(String requested) {
        return requested.split("[?#]", 2)[0];
    }
}
