package slipway.identity;

import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * What a user is in a team. The two sources are kept apart, so that each can take back only what it gave; the greater
 * of them counts.
 *
 * @param given by hand
 * @param signOn by single sign-on, as of the last time the person came in
 */
public record Grant(UserId holder, TeamId team, Optional<Role> given, Optional<Role> signOn) {

    static Grant none(UserId holder, TeamId team) {
        return new Grant(holder, team, Optional.empty(), Optional.empty());
    }

    public Optional<Role> role() {
        return given.isPresent() && signOn.isPresent()
                ? Optional.of(given.get().compareTo(signOn.get()) >= 0 ? given.get() : signOn.get())
                : given.or(() -> signOn);
    }

    Grant given(Optional<Role> role) {
        return new Grant(holder, team, role, signOn);
    }

    Grant signOn(Optional<Role> role) {
        return new Grant(holder, team, given, role);
    }

    boolean isEmpty() {
        return given.isEmpty() && signOn.isEmpty();
    }
}
