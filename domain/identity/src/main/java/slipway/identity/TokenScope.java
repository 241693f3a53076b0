package slipway.identity;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import slipway.base.Permission;
import slipway.base.TeamId;

/**
 * The restriction of a token: its bearer has the permissions that the owner has and the scope allows.
 *
 * @param within a team and the teams below it; empty: every team of the owner
 * @param only the allowed permissions; empty: all that the owner has
 */
public record TokenScope(Optional<TeamId> within, Optional<Set<Permission>> only) {

    /** No restriction. */
    public static final TokenScope WHOLE = new TokenScope(Optional.empty(), Optional.empty());

    /** No permission at all. */
    static final TokenScope NONE =
            new TokenScope(Optional.empty(), Optional.of(EnumSet.noneOf(Permission.class)));

    public TokenScope {
        only = only.map(TokenScope::sorted);
    }

    private static Set<Permission> sorted(Set<Permission> some) {
        var set = EnumSet.noneOf(Permission.class);
        set.addAll(some);
        return Collections.unmodifiableSet(set);
    }

    public static TokenScope within(TeamId team) {
        return new TokenScope(Optional.of(team), Optional.empty());
    }

    public TokenScope only(Permission... permissions) {
        return new TokenScope(within, Optional.of(Set.of(permissions)));
    }

    public boolean allows(Permission permission) {
        return only.isEmpty() || only.get().contains(permission);
    }

    boolean reaches(TeamId team, UserDirectory userDirectory) {
        return within.isEmpty() || userDirectory.isWithin(team, within.get());
    }

    /** Whether the other scope allows nothing that this one excludes. */
    boolean contains(TokenScope other, UserDirectory userDirectory) {
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
