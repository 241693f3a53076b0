package slipway.identity;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/** What can be asked of the room. Each is decided against the newest state: who asks may have been shut out since. */
public sealed interface IdentityRequest {

    /** Founds a team below another. */
    record CreateTeam(TeamId team, TeamId parent, String title) implements IdentityRequest {}

    /** What is empty stays as it is. A team that gets another parent takes all below it along. */
    record ChangeTeam(TeamId team, Optional<String> title, Optional<TeamId> parent)
            implements IdentityRequest {}

    /** Only of a team that has no teams below it, no service accounts and no secrets. */
    record RemoveTeam(TeamId team) implements IdentityRequest {}

    /** A person, who may do nothing until somebody gives a role. */
    record CreatePerson(UserId user, String name, Optional<String> email)
            implements IdentityRequest {}

    /** A service account of a team, with its role there from the beginning. */
    record CreateAccount(UserId user, TeamId team, String name, Optional<Role> role)
            implements IdentityRequest {}

    /** What is empty stays as it is. */
    record ChangeUser(
            UserId user, Optional<String> name, Optional<String> email, Optional<Boolean> enabled)
            implements IdentityRequest {}

    record RemoveUser(UserId user) implements IdentityRequest {}

    /** Empty takes the role away. What single sign-on gave is not touched. */
    record SetRole(UserId user, TeamId team, Optional<Role> role) implements IdentityRequest {}

    /** Also ends a session: that is how somebody signs out. */
    record RevokeToken(String token) implements IdentityRequest {}

    record RemoveSecret(TeamId team, String secret) implements IdentityRequest {}

    /**
     * Wishes for a token. Not for {@code ask}: whoever makes one gets its text, once.
     *
     * @param expires empty: as long as is usual
     */
    record CreateToken(UserId owner, String label, TokenScope scope, Optional<Instant> expires) {}

    /**
     * What an identity provider says of somebody who has just signed in there.
     *
     * @param handle what the person would like to be called by; the id is made of it at the first time
     * @param roles what follows from the person's groups; replaces what followed the last time
     */
    record SignIn(
            User.Identity identity,
            String handle,
            String name,
            Optional<String> email,
            Map<TeamId, Role> roles) {
        public SignIn {
            roles = java.util.Collections.unmodifiableMap(new TreeMap<>(roles));
        }
    }
}
