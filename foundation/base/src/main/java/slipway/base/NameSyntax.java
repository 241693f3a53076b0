package slipway.base;

import java.util.regex.Pattern;

/**
 * The syntax of ids and names: safe as a folder, in a URL, in a shell and as a Kubernetes label.
 */
public final class NameSyntax {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private NameSyntax() {}

    public static boolean matches(String text) {
        return NAME.matcher(text).matches();
    }

    static void require(String noun, String text) {
        if (!matches(text)) {
            throw new IllegalArgumentException(
                    "A %s is 1 to 63 lower-case letters, digits and inner hyphens, not '%s'"
                            .formatted(noun, text));
        }
    }
}
