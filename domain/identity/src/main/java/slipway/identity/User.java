package slipway.identity;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * A person or a service account.
 *
 * @param team the team of a service account; empty for a person
 * @param name the display name; any printable text
 * @param enabled false: every token of the user is refused
 * @param identity the identity of the person at the single sign-on provider
 * @param signedOnUntil when the last sign-in by single sign-on expires; until then the person's tokens are accepted
 */
public record User(
        UserId id,
        Optional<TeamId> team,
        String name,
        Optional<String> email,
        boolean enabled,
        Optional<Identity> identity,
        Instant made,
        Optional<Instant> signedOnUntil) {

    /** A user who has not signed in by single sign-on. */
    public User(
            UserId id,
            Optional<TeamId> team,
            String name,
            Optional<String> email,
            boolean enabled,
            Optional<Identity> identity,
            Instant made) {
        this(id, team, name, email, enabled, identity, made, Optional.empty());
    }

    /** The actor of the local token; it is not in the directory. */
    public static final UserId LOCAL = new UserId("local");

    /** The user that the first start creates. */
    public static final UserId ADMIN = new UserId("admin");

    /**
     * Identifies a person at an identity provider. Names and email addresses can be reassigned there; this pair
     * cannot.
     */
    public record Identity(String issuer, String subject) implements Comparable<Identity> {

        private static final Comparator<Identity> ORDER =
                Comparator.comparing(Identity::issuer).thenComparing(Identity::subject);

        @Override
        public int compareTo(Identity other) {
            return ORDER.compare(this, other);
        }
    }

    public boolean isService() {
        return team.isPresent();
    }

    User changed(String newName, Optional<String> newEmail, boolean nowEnabled) {
        return new User(id, team, newName, newEmail, nowEnabled, identity, made, signedOnUntil);
    }

    User signedOn(Instant until) {
        return new User(id, team, name, email, enabled, identity, made, Optional.of(until));
    }

    /** Whether the person comes from an identity provider and has not signed in there for too long. */
    boolean mustSignOnAgain(Instant now) {
        return identity.isPresent() && signedOnUntil.filter(now::isBefore).isEmpty();
    }
}
