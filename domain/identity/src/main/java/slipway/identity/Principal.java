package slipway.identity;

import java.util.Optional;
import slipway.base.Permission;
import slipway.base.PersistentSortedMap;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * Whoever stands at the door, recognised. It answers from the picture of the moment it was recognised, so one request
 * sees one state of things from its beginning to its end.
 */
public final class Principal {

    private final UserDirectory userDirectory;
    private final User user;
    private final Optional<Token> token;
    private final PersistentSortedMap<TeamId, Grant> grants;

    /**
     * Makes a visitor.
     *
     * @param token what was shown; empty: the local token, which may do everything
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

    /** What was shown; empty for whoever holds the local token. */
    public Optional<Token> token() {
        return token;
    }

    public TokenScope scope() {
        return token.map(Token::scope).orElse(TokenScope.WHOLE);
    }

    public boolean isLocal() {
        return token.isEmpty();
    }

    /** The picture this visitor was recognised in. */
    public UserDirectory directory() {
        return userDirectory;
    }

    /** Whether the team is there at all, as far as this visitor is told. One it does not see does not exist. */
    public boolean sees(TeamId team) {
        return role(team).isPresent();
    }

    public boolean may(Permission permission, TeamId team) {
        Optional<Role> role = role(team);
        return role.isPresent() && permission.grantedTo(role.get()) && scope().allows(permission);
    }

    /** Throws unless the visitor may. A team that it does not see does not exist; one that it sees may refuse. */
    public void require(Permission permission, TeamId team) {
        if (!sees(team)) {
            throw IdentityProblems.noTeam(team);
        }
        if (!may(permission, team)) {
            throw IdentityProblems.notAllowed(this, permission, team);
        }
    }

    /** Whether the visitor may do this in some team, whichever it is. */
    public boolean mayAnywhere(Permission permission) {
        return may(permission, TeamId.ALL)
                || userDirectory.teams().keys().anyMatch(team -> may(permission, team));
    }

    /** Throws unless the visitor may do this in some team. */
    public void requireAnywhere(Permission permission) {
        if (!mayAnywhere(permission)) {
            throw IdentityProblems.notAllowed(this, permission, TeamId.ALL);
        }
    }

    /** Throws unless the visitor may do this everywhere. That there is an everywhere is no secret. */
    public void requireEverywhere(Permission permission) {
        if (!may(permission, TeamId.ALL)) {
            throw IdentityProblems.notAllowed(this, permission, TeamId.ALL);
        }
    }

    /** What the visitor is in this team, directly or from above, where its token reaches. */
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

    /** Whether the visitor has all that this role, cut down so, has there: nobody gives what it has not. */
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
