package slipway.identity;

import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.UserId;

/**
 * What is said of things that are not there. A thing that is not for somebody to see gets the very same words, so they
 * tell nothing.
 */
public final class Missing {

    private Missing() {}

    public static Problem team(TeamId team) {
        return IdentityProblems.noTeam(team);
    }

    public static Problem user(UserId user) {
        return IdentityProblems.noUser(user);
    }

    public static Problem token(String token) {
        return IdentityProblems.noToken(token);
    }

    public static Problem secret(TeamId team, String secret) {
        return IdentityProblems.noSecret(team, secret);
    }
}
