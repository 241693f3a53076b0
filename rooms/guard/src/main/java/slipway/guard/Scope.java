package slipway.guard;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import slipway.base.Permission;
import slipway.base.TeamId;

/**
 * What a token is cut down to. It takes away and never adds: the bearer may do what the owner may and the scope leaves.
 *
 * @param within a team, with those below it; empty: every team of the owner
 * @param only some permissions; empty: all the owner has
 */
public record Scope(Optional<TeamId> within, Optional<Set<Permission>> only) {

    /** All that the owner has. */
    public static final Scope WHOLE = new Scope(Optional.empty(), Optional.empty());

    public Scope {
        only = only.map(Scope::sorted);
    }

    private static Set<Permission> sorted(Set<Permission> some) {
        var set = EnumSet.noneOf(Permission.class);
        set.addAll(some);
        return Collections.unmodifiableSet(set);
    }

    public static Scope within(TeamId team) {
        return new Scope(Optional.of(team), Optional.empty());
    }

    public Scope only(Permission... permissions) {
        return new Scope(within, Optional.of(Set.of(permissions)));
    }

    public boolean allows(Permission permission) {
        return only.isEmpty() || only.get().contains(permission);
    }

    boolean reaches(TeamId team, People userDirectory) {
        return within.isEmpty() || userDirectory.isWithin(team, within.get());
    }

    /** Whether the other leaves nothing that this one takes away. */
    boolean contains(Scope other, People userDirectory) {
        boolean teams =
                within.isEmpty()
                        || other.within
                                .filter(team -> userDirectory.isWithin(team, within.get()))
                                .isPresent();
        boolean permissions =
                only.isEmpty()
                        || other.only.filter(some -> only.get().containsAll(some)).isPresent();
        return teams && permissions;
    }
}
