package slipway.identity;

import java.util.Optional;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * The roles of a user in a team, by source. A source can revoke only the role that it gave; the higher role is the
 * effective one.
 *
 * @param given given by an admin or lead
 * @param signOn given by single sign-on at the last sign-in
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
