package slipway.base;

import java.util.Optional;

/** A team owns quota, budget and data; this is its name. */
public record TeamId(String value) implements Comparable<TeamId> {

    /** The root of the tree: a role here holds in every team. */
    public static final TeamId ALL = new TeamId("all");

    public TeamId {
        NameSyntax.require("team's id", value);
    }

    /** For text from outside: a malformed id is not a bug but an unknown team. */
    public static Optional<TeamId> parse(String text) {
        return NameSyntax.matches(text) ? Optional.of(new TeamId(text)) : Optional.empty();
    }

    @Override
    public int compareTo(TeamId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
