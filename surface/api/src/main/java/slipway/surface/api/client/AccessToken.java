package slipway.surface.api.client;

import java.util.Optional;
import java.util.regex.Pattern;

/** An access token. Its text is sent only to the server and written only to the context's file. */
public final class AccessToken {

    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7e]{1,1000}");
    private static final Pattern SLIPWAY_TOKEN =
            Pattern.compile("(slw_[a-z]{3}_[A-Za-z0-9]{8})[A-Za-z0-9]{24}_[0-9a-f]{6}");

    private final String text;

    private AccessToken(String text) {
        this.text = text;
    }

    /** Accepts any text that fits into a header; the server decides whether the token is valid. */
    public static Optional<AccessToken> parse(String text) {
        String word = text.strip();
        return SENDABLE.matcher(word).matches()
                ? Optional.of(new AccessToken(word))
                : Optional.empty();
    }

    /** The public name of the token; empty if it has another format. */
    public String name() {
        var matcher = SLIPWAY_TOKEN.matcher(text);
        return matcher.matches()
                ? matcher.group(1).substring(matcher.group(1).lastIndexOf('_') + 1)
                : "";
    }

    /** Whether it is the token of the first administrator, which only creates another one. */
    public boolean isExchangedOnce() {
        return text.startsWith("slw_adm_");
    }

    String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AccessToken token && token.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Its public beginning, by which a person can identify it. */
    @Override
    public String toString() {
        var matcher = SLIPWAY_TOKEN.matcher(text);
        return (matcher.matches() ? matcher.group(1) : "") + "…";
    }
}
