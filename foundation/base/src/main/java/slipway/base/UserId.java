package slipway.base;

import java.util.Optional;

/** The id of an account: a user or a service account. */
public record UserId(String value) implements Comparable<UserId> {

    public UserId {
        NameSyntax.require("user's id", value);
    }

    /** For text from outside: a malformed id is not a bug but an unknown user. */
    public static Optional<UserId> parse(String text) {
        return NameSyntax.matches(text) ? Optional.of(new UserId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
