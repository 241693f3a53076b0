package slipway.identity;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * Somebody who can be let in.
 *
 * @param team whose service account it is; a person has none
 * @param name what people call it; any printable text
 * @param enabled false: shut out, whatever is shown at the door
 * @param identity by which single sign-on knows this person
 */
public record User(
        UserId id,
        Optional<TeamId> team,
        String name,
        Optional<String> email,
        boolean enabled,
        Optional<Identity> identity,
        Instant made) {

    /** Whoever holds the local token; on no list, because it is nobody in particular. */
    public static final UserId LOCAL = new UserId("local");

    /** The one the first start makes. */
    public static final UserId ADMIN = new UserId("admin");

    /** Who somebody is at an identity provider. A name or an address may change hands there; this never does. */
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
        return new User(id, team, newName, newEmail, nowEnabled, identity, made);
    }
}
