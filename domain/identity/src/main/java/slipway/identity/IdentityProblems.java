package slipway.identity;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.base.text.Format;

/**
 * The refusals of identity: what happened, why, what to do next. A hidden object and a missing one get the same text.
 */
public final class IdentityProblems {

    private static final String SIGN_IN = "Sign in again, or ask for another token.";

    private IdentityProblems() {}

    static Problem mistyped() {
        return new Problem(
                IdentityProblemCodes.MISTYPED,
                "This is not a token.",
                "A character is wrong, missing or superfluous: the checksum does not match.",
                "Copy the complete token again: it begins with slw_ and has 47 characters.");
    }

    static Problem unknown(TokenFormat text) {
        return new Problem(
                IdentityProblemCodes.UNKNOWN,
                "The token " + text + " is unknown.",
                "Another server issued it, or it expired or was revoked more than 30 days ago.",
                "Check the address of the server, or ask for another token.");
    }

    static Problem ownerRemoved() {
        return new Problem(
                IdentityProblemCodes.UNKNOWN,
                "The token no longer exists.",
                "It was removed together with its owner.",
                SIGN_IN);
    }

    static Problem expired(Token token) {
        return new Problem(
                IdentityProblemCodes.EXPIRED,
                "The %s has expired.".formatted(noun(token)),
                "It expired at " + token.expires().orElseThrow() + ".",
                token.isExchangedOnce()
                        ? "Create another on the machine of the server: slipway token new --user admin"
                        : SIGN_IN);
    }

    static Problem revoked(Token token) {
        return new Problem(
                IdentityProblemCodes.REVOKED,
                "The %s is no longer valid.".formatted(noun(token)),
                "It was %s at %s."
                        .formatted(
                                token.isSession() ? "signed out" : "revoked",
                                token.revoked().orElseThrow()),
                SIGN_IN);
    }

    private static Problem mustExchange(Permission permission) {
        return new Problem(
                IdentityProblemCodes.NOT_ALLOWED,
                "You may not do this (" + permission.wireName() + ").",
                "The token of the first administrator only signs in, once.",
                "Sign in on the web page of the server with it, or run: slipway login URL");
    }

    private static String noun(Token token) {
        return token.isSession() ? "session" : "token " + token.redacted();
    }

    static Problem disabled(User user) {
        return new Problem(
                IdentityProblemCodes.DISABLED,
                "The user '" + user.id() + "' is disabled.",
                user.isService()
                        ? "A lead of its team disabled the account."
                        : "An administrator disabled the account.",
                user.isService()
                        ? "Ask a lead of its team to enable it."
                        : "Ask an admin to enable it.");
    }

    static Problem signOnExpired(User user) {
        return new Problem(
                IdentityProblemCodes.SIGN_ON_EXPIRED,
                "The last single sign-on of '" + user.id() + "' has expired.",
                "The tokens of a person from an identity provider need a recent sign-in (sign_on.renew_within).",
                "Sign in on the web page of this server; the token is accepted again then.");
    }

    static Problem noGroup(String name) {
        return new Problem(
                IdentityProblemCodes.NO_GROUP,
                "You are signed in at the provider, but have no access to this server.",
                "None of your groups is mapped to a team of this server.",
                "Ask an admin which group to join.");
    }

    static Problem tooManyAttempts(String source, Duration wait) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY_ATTEMPTS,
                "Too many tokens from " + source + " were refused.",
                "After ten failures within five minutes the server gives no further reason.",
                "Try again in "
                        + Format.duration(wait)
                        + "; a valid token still works immediately.");
    }

    static Problem notAllowed(Principal principal, Permission permission, TeamId team) {
        if (principal.token().filter(Token::isExchangedOnce).isPresent()) {
            return mustExchange(permission);
        }
        String why =
                principal.scope().allows(permission)
                        ? "It needs the role %s in the team '%s'; your role there is %s."
                                .formatted(
                                        permission.leastRole().wireName(),
                                        team,
                                        principal.role(team).map(Role::wireName).orElse("none"))
                        : "Your token is restricted and does not have "
                                + permission.wireName()
                                + ".";
        return new Problem(
                IdentityProblemCodes.NOT_ALLOWED,
                "You may not do this (" + permission.wireName() + ").",
                why,
                principal.scope().allows(permission)
                        ? "Ask a lead or an admin of the team to do it, or for a role."
                        : "Use a token with this permission.");
    }

    static Problem moreThanYours(Principal principal, Role role, TeamId team) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not give or remove the role %s in the team '%s'."
                        .formatted(role.wireName(), team),
                "Changing a role needs at least the same role; your role there is %s%s."
                        .formatted(
                                principal.role(team).map(Role::wireName).orElse("none"),
                                principal.scope().equals(TokenScope.WHOLE)
                                        ? ""
                                        : ", with a restricted token"),
                "Ask a user with the role " + role.wireName() + " there to do it.");
    }

    static Problem widerThanYours(Principal principal) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not create or revoke this token.",
                principal.scope().equals(TokenScope.WHOLE)
                        ? "It has more permissions than you have yourself."
                        : "It has more permissions than the token you use, which is restricted.",
                "Restrict it to a team or to permissions, or use a token with at least these permissions.");
    }

    static Problem sessionFromSession() {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "No session was opened.",
                "The request used a browser session, and a session cannot open another one.",
                "Sign in with a token.");
    }

    static Problem moveGivesMore(TeamId team, TeamId to) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not move the team '%s' below '%s'.".formatted(team, to),
                "A role or token of the new parent would then hold more in it than you do.",
                "Ask an admin of both teams.");
    }

    public static Problem noTeam(TeamId team) {
        return new Problem(
                IdentityProblemCodes.NO_TEAM,
                "There is no team '" + team + "'.",
                "It does not exist, or you have no role in it.",
                "See the teams you are in: slipway team list");
    }

    public static Problem noUser(UserId user) {
        return new Problem(
                IdentityProblemCodes.NO_USER,
                "There is no user '" + user + "'.",
                "It does not exist, or it belongs to a team you have no role in.",
                "Check the name, or ask an admin to add the person.");
    }

    public static Problem noToken(String token) {
        return new Problem(
                IdentityProblemCodes.NO_TOKEN,
                "There is no such token.",
                "It does not exist, or you may not manage its owner.",
                "See your tokens: slipway token list");
    }

    public static Problem noSecret(TeamId team, String secret) {
        return new Problem(
                IdentityProblemCodes.NO_SECRET,
                "The team '" + team + "' has no such secret.",
                "It was never set, or it was removed.",
                "See the names: slipway secret list --team " + team);
    }

    static Problem teamExists(TeamId team) {
        return new Problem(
                IdentityProblemCodes.TEAM_EXISTS,
                "The team '" + team + "' cannot be created.",
                "The name is taken; names are unique in the whole tree.",
                "Choose another name.");
    }

    static Problem userExists(UserId user) {
        return new Problem(
                IdentityProblemCodes.USER_EXISTS,
                "The user '" + user + "' cannot be added.",
                "The name is taken, by a person or a service account.",
                "Choose another name.");
    }

    static Problem reserved(UserId user) {
        return new Problem(
                IdentityProblemCodes.RESERVED,
                "The user '" + user + "' cannot be added.",
                "The name is reserved for the server itself.",
                "Choose another name.");
    }

    static Problem notEmpty(TeamId team, String what) {
        return new Problem(
                IdentityProblemCodes.NOT_EMPTY,
                "The team '" + team + "' cannot be removed.",
                "It still has " + what + ".",
                "Remove that first.");
    }

    static Problem rootIsFixed() {
        return new Problem(
                IdentityProblemCodes.ROOT,
                "The team 'all' can be neither moved nor removed.",
                "It is the root of the tree of teams.",
                "Change its title, or move the teams below it.");
    }

    static Problem tooDeep(TeamId team, int limit) {
        return new Problem(
                IdentityProblemCodes.TREE,
                "The team '" + team + "' cannot be placed there.",
                "The tree would have more than " + limit + " levels.",
                "Choose a parent on a higher level.");
    }

    static Problem belowItself(TeamId team, TeamId parent) {
        return new Problem(
                IdentityProblemCodes.TREE,
                "The team '" + team + "' cannot move below '" + parent + "'.",
                "'" + parent + "' is the team itself or is below it.",
                "Choose a parent outside it.");
    }

    static Problem accountOutsideItsTeam(TeamId team, Grant grant) {
        return new Problem(
                IdentityProblemCodes.ACCOUNT_NOT_AT_HOME,
                "The team '" + team + "' cannot move there.",
                "The service account '%s' has a role in '%s', which would then be outside its own team."
                        .formatted(grant.holder(), grant.team()),
                "Remove that role first.");
    }

    static Problem accountNotAtHome(UserId account, TeamId home, TeamId team) {
        return new Problem(
                IdentityProblemCodes.ACCOUNT_NOT_AT_HOME,
                "The service account '%s' cannot have a role in the team '%s'."
                        .formatted(account, team),
                "It belongs to '" + home + "' and can have roles only there and below.",
                "Create a service account of '" + team + "'.");
    }

    static Problem lastAdmin() {
        return new Problem(
                IdentityProblemCodes.LAST_ADMIN,
                "The last admin cannot be removed.",
                "No user would have every permission any more.",
                "Make another person an admin first: slipway team role all USER admin");
    }

    static Problem badText(String noun, String why) {
        return new Problem(
                IdentityProblemCodes.BAD_TEXT,
                "The " + noun + " is not valid.",
                why,
                "Write another " + noun + "; any visible text is allowed.");
    }

    private static String at(Instant instant) {
        return Format.times(instant, ZoneOffset.UTC).exact(instant);
    }

    static Problem expiryPast(Instant expires, Instant now) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would expire at " + at(expires) + ".",
                "That is not in the future; it is " + at(now) + " now.",
                "Choose a later time.");
    }

    static Problem expiryFar(Instant expires, Instant latest) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would expire at " + at(expires) + ".",
                "A token is valid for at most 366 days, until " + at(latest) + ".",
                "Choose an earlier time.");
    }

    static Problem outlivesItsMaker(Instant expires, Instant bound) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would expire at " + at(expires) + ".",
                "The token with which it is created expires before that, at " + at(bound) + ".",
                "Choose an earlier time, or create it with a token that is valid longer.");
    }

    static Problem emptyScope() {
        return new Problem(
                IdentityProblemCodes.BAD_SCOPE,
                "The token would have no permission.",
                "Its list of permissions is empty.",
                "Name at least one permission, or omit the list for all permissions of its owner.");
    }

    static Problem tooManyTokens(UserId owner, int limit) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY,
                "The user '" + owner + "' cannot have another token.",
                "It has " + limit + " valid tokens, which is the limit.",
                "Revoke tokens that are not used.");
    }

    static Problem tooManySecrets(TeamId team, int limit) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY,
                "The team '" + team + "' cannot have another secret.",
                "It has " + limit + ".",
                "Remove secrets that are not used.");
    }

    static Problem idTaken() {
        return new Problem(
                IdentityProblemCodes.ID_TAKEN,
                "The token was not created.",
                "By chance its public part equals that of another token.",
                "Repeat the request; the server draws another one.");
    }

    static Problem shownOnce(String token) {
        return new Problem(
                IdentityProblemCodes.SHOWN_ONCE,
                "The token '" + token + "' cannot be shown again.",
                "The first request with this idempotency key created it, and its text is stored nowhere.",
                "If you do not have its text, revoke it and create another one with a new key.");
    }

    static Problem secretName(String name) {
        return new Problem(
                IdentityProblemCodes.BAD_SECRET,
                "The name of the secret is not valid.",
                "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                "Choose a name such as wandb-key.");
    }

    static Problem secretSize(int bytes, int limit) {
        return new Problem(
                IdentityProblemCodes.BAD_SECRET,
                "The secret cannot be stored.",
                bytes == 0
                        ? "Its value is empty."
                        : "Its value has %,d bytes; at most %,d are allowed."
                                .formatted(bytes, limit),
                bytes == 0 ? "Give it a value, or remove it." : "Keep large files in the store.");
    }
}
