package slipway.base;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The role of a user in a team. Each role includes the ones before it, and a role in a team applies to its subteams.
 */
public enum Role implements WireNamed {
    /** Sees what the team has and does. */
    VIEWER("Sees what the team has and does."),
    /** Runs workloads and uses the team's data and secrets. */
    MEMBER("Runs workloads and uses the team's data and secrets."),
    /** Decides for the team: its people, its service accounts, its quota and budget. */
    LEAD("Decides for the team: its people, its service accounts, its quota and budget."),
    /** May do everything in the team; in the team {@code all} that is everything there is. */
    ADMIN("May do everything in the team; in the team all that is everything there is.");

    private final String meaning;

    Role(String meaning) {
        this.meaning = meaning;
    }

    /** For text from outside: an unknown role is not a bug. */
    public static Optional<Role> parse(String word) {
        return Arrays.stream(values()).filter(one -> one.wireName().equals(word)).findFirst();
    }

    public String meaning() {
        return meaning;
    }

    @Override
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
