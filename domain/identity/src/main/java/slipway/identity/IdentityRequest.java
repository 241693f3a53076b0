package slipway.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * A change that a principal requests. It is decided against the newest state: the token may have been revoked since it
 * was authenticated.
 */
public sealed interface IdentityRequest {

    /** Creates a team below another. */
    record CreateTeam(TeamId team, TeamId parent, String title) implements IdentityRequest {}

    /** Empty fields stay unchanged. A team that gets another parent moves with all teams below it. */
    record ChangeTeam(TeamId team, Optional<String> title, Optional<TeamId> parent)
            implements IdentityRequest {}

    /** Refused for a team that has teams below it, service accounts or secrets. */
    record RemoveTeam(TeamId team) implements IdentityRequest {}

    /** Creates a person without any role. */
    record CreatePerson(UserId user, String name, Optional<String> email)
            implements IdentityRequest {}

    /** Creates a service account of a team, optionally with a role in that team. */
    record CreateAccount(UserId user, TeamId team, String name, Optional<Role> role)
            implements IdentityRequest {}

    /** Empty fields stay unchanged; an empty text removes the email. */
    record ChangeUser(
            UserId user, Optional<String> name, Optional<String> email, Optional<Boolean> enabled)
            implements IdentityRequest {}

    record RemoveUser(UserId user) implements IdentityRequest {}

    /** An empty role removes it. A role from single sign-on does not change. */
    record SetRole(UserId user, TeamId team, Optional<Role> role) implements IdentityRequest {}

    /** Also ends a session: signing out revokes the token of the session. */
    record RevokeToken(String token) implements IdentityRequest {}

    record RemoveSecret(TeamId team, String secret) implements IdentityRequest {}

    /**
     * A request for a token, for {@link AccessControl#createToken}, which returns the text once.
     *
     * @param expires empty: the default lifetime
     */
    record CreateToken(UserId owner, String label, TokenScope scope, Optional<Instant> expires) {}

    /**
     * The identity of a person who has just signed in at an identity provider.
     *
     * @param handle the user name at the provider; at the first sign-in the user id is made from it
     * @param roles the roles that the group mapping gives; they replace those of the last sign-in
     * @param validFor how long these roles, and all tokens of the person, hold without another sign-in
     */
    record SignIn(
            User.Identity identity,
            String handle,
            String name,
            Optional<String> email,
            Map<TeamId, Role> roles,
            Duration validFor) {
        public SignIn {
            roles = java.util.Collections.unmodifiableMap(new TreeMap<>(roles));
        }
    }
}
