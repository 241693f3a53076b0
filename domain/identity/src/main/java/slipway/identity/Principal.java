package slipway.identity;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.base.Permission;
import slipway.base.PersistentSortedMap;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * The authenticated sender of a request. It answers from the snapshot in which it was authenticated, so one request
 * sees one state from its beginning to its end.
 */
public final class Principal {

    private final UserDirectory userDirectory;
    private final User user;
    private final Optional<Token> token;
    private final PersistentSortedMap<TeamId, Grant> grants;

    /**
     * Creates a principal.
     *
     * @param token the presented token; empty: the local token, which has every permission
     * @param grants the user's roles
     */
    Principal(
            UserDirectory userDirectory,
            User user,
            Optional<Token> token,
            PersistentSortedMap<TeamId, Grant> grants) {
        this.userDirectory = userDirectory;
        this.user = user;
        this.token = token;
        this.grants = grants;
    }

    public UserId id() {
        return user.id();
    }

    public User user() {
        return user;
    }

    /** The presented token; empty for the local token. */
    public Optional<Token> token() {
        return token;
    }

    public TokenScope scope() {
        return token.map(Token::scope).orElse(TokenScope.WHOLE);
    }

    public boolean isLocal() {
        return token.isEmpty();
    }

    /** The snapshot in which this principal was authenticated. */
    public UserDirectory directory() {
        return userDirectory;
    }

    /** Whether the team is visible to this principal. An invisible team is answered like a missing one. */
    public boolean sees(TeamId team) {
        return role(team).isPresent();
    }

    public boolean may(Permission permission, TeamId team) {
        Optional<Role> role = role(team);
        return role.isPresent() && permission.grantedTo(role.get()) && scope().allows(permission);
    }

    /** Throws unless the principal has the permission in the team: 404 for an invisible team, otherwise 403. */
    public void require(Permission permission, TeamId team) {
        if (!sees(team)) {
            throw IdentityProblems.noTeam(team);
        }
        if (!may(permission, team)) {
            throw IdentityProblems.notAllowed(this, permission, team);
        }
    }

    /** Whether the principal has the permission in at least one team. */
    public boolean mayAnywhere(Permission permission) {
        return may(permission, TeamId.ALL)
                || userDirectory.teams().keys().anyMatch(team -> may(permission, team));
    }

    /** The teams in which the principal has the permission. */
    public Set<TeamId> teamsWith(Permission permission) {
        return userDirectory
                .teams()
                .keys()
                .filter(team -> may(permission, team))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Throws unless the principal has the permission in at least one team. */
    public void requireAnywhere(Permission permission) {
        if (!mayAnywhere(permission)) {
            throw IdentityProblems.notAllowed(this, permission, TeamId.ALL);
        }
    }

    /**
     * Throws unless the principal has the permission in the root team. The root team is known to everyone, so the
     * answer is 403 and never 404.
     */
    public void requireEverywhere(Permission permission) {
        if (!may(permission, TeamId.ALL)) {
            throw IdentityProblems.notAllowed(this, permission, TeamId.ALL);
        }
    }

    /** The effective role in the team, given there or in a team above, within the scope of the token. */
    public Optional<Role> role(TeamId team) {
        if (isLocal()) {
            return userDirectory.teams().containsKey(team)
                    ? Optional.of(Role.ADMIN)
                    : Optional.empty();
        }
        return scope().reaches(team, userDirectory)
                ? userDirectory.role(grants, team)
                : Optional.empty();
    }

    /**
     * Whether the principal holds every permission that the role, restricted by the scope, gives in the team. Only then
     * may it give that role or token.
     */
    boolean hasAllOf(Role role, TokenScope scope, TeamId team) {
        for (Permission permission : Permission.values()) {
            if (permission.grantedTo(role) && scope.allows(permission) && !may(permission, team)) {
                return false;
            }
        }
        return scope.only().isPresent()
                || role(team).filter(held -> held.compareTo(role) >= 0).isPresent();
    }

    @Override
    public String toString() {
        return user.id()
                + token.map(authenticated -> " with " + authenticated.redacted()).orElse("");
    }
}
