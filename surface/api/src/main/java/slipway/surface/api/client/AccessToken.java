package slipway.surface.api.client;

import java.util.Optional;
import java.util.regex.Pattern;

/** What lets its holder in. Its text leaves it only towards the server and the file that keeps it. */
public final class AccessToken {

    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7e]{1,1000}");
    private static final Pattern OURS =
            Pattern.compile("(slw_[a-z]{3}_[A-Za-z0-9]{8})[A-Za-z0-9]{24}_[0-9a-f]{6}");

    private final String text;

    private AccessToken(String text) {
        this.text = text;
    }

    /** A text that can stand in a header; whether it lets anybody in, the server says. */
    public static Optional<AccessToken> parse(String text) {
        String word = text.strip();
        return SENDABLE.matcher(word).matches()
                ? Optional.of(new AccessToken(word))
                : Optional.empty();
    }

    /** The part of it that names it among others and may be shown; empty where it is none of ours. */
    public String name() {
        var ours = OURS.matcher(text);
        return ours.matches() ? ours.group(1).substring(ours.group(1).lastIndexOf('_') + 1) : "";
    }

    String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessToken accessToken && accessToken.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Its public beginning, so that a person can find it among others. */
    @Override
    public String toString() {
        var ours = OURS.matcher(text);
        return (ours.matches() ? ours.group(1) : "") + "…";
    }
}
