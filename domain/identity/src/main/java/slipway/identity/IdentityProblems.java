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

/** What this room refuses, in three sentences each: what happened, why, what to do next. */
final class IdentityProblems {

    private static final String SIGN_IN = "Sign in again, or have another token made.";

    private IdentityProblems() {}

    static Problem mistyped() {
        return new Problem(
                IdentityProblemCodes.MISTYPED,
                "This is no token.",
                "A character is wrong, missing or too much: its checksum does not fit.",
                "Copy the token again, whole: it begins with slw_ and has 47 characters.");
    }

    static Problem unknown(TokenFormat text) {
        return new Problem(
                IdentityProblemCodes.UNKNOWN,
                "The token " + text + " is not known.",
                "It was made by another server, or it ended long ago.",
                "Check that you ask the right server, or have another token made.");
    }

    static Problem ownerRemoved() {
        return new Problem(
                IdentityProblemCodes.UNKNOWN,
                "The token is not known any more.",
                "It was removed together with its owner.",
                SIGN_IN);
    }

    static Problem expired(Token token) {
        return new Problem(
                IdentityProblemCodes.EXPIRED,
                "The %s has expired.".formatted(noun(token)),
                "Its time ended at " + token.expires().orElseThrow() + ".",
                SIGN_IN);
    }

    static Problem revoked(Token token) {
        return new Problem(
                IdentityProblemCodes.REVOKED,
                "The %s is not valid any more.".formatted(noun(token)),
                "It was %s at %s."
                        .formatted(
                                token.isSession() ? "signed out" : "revoked",
                                token.revoked().orElseThrow()),
                SIGN_IN);
    }

    private static String noun(Token token) {
        return token.isSession() ? "session" : "token " + token.redacted();
    }

    static Problem disabled(User user) {
        return new Problem(
                IdentityProblemCodes.DISABLED,
                "The user '" + user.id() + "' is shut out.",
                "Somebody disabled it.",
                user.isService()
                        ? "Ask a lead of its team to enable it."
                        : "Ask an admin to enable it.");
    }

    static Problem noGroup(String name) {
        return new Problem(
                IdentityProblemCodes.NO_GROUP,
                "You are signed in elsewhere, but have no access here.",
                "None of your groups leads to a team of this server.",
                "Ask an admin which group to join.");
    }

    static Problem tooManyAttempts(String source, Duration wait) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY_ATTEMPTS,
                "Too many tokens from " + source + " were refused.",
                "After ten within five minutes no further reason is given.",
                "Try again in " + Format.duration(wait) + "; a valid token still works at once.");
    }

    static Problem notAllowed(Principal principal, Permission permission, TeamId team) {
        String why =
                principal.scope().allows(permission)
                        ? "It needs the role %s in the team '%s'; you are %s there."
                                .formatted(
                                        permission.leastRole().wireName(),
                                        team,
                                        principal.role(team).map(Role::wireName).orElse("nobody"))
                        : "Your token is cut down and does not have " + permission.wireName() + ".";
        return new Problem(
                IdentityProblemCodes.NOT_ALLOWED,
                "You may not do this (" + permission.wireName() + ").",
                why,
                principal.scope().allows(permission)
                        ? "Ask a lead or an admin of the team."
                        : "Use a token that has it.");
    }

    static Problem moreThanYours(Principal principal, Role role, TeamId team) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not give or take away the role %s in the team '%s'."
                        .formatted(role.wireName(), team),
                "Nobody decides over more than they have themselves; you are %s there%s."
                        .formatted(
                                principal.role(team).map(Role::wireName).orElse("nobody"),
                                principal.scope().equals(TokenScope.WHOLE)
                                        ? ""
                                        : ", with a token cut down"),
                "Ask somebody who is " + role.wireName() + " there.");
    }

    static Problem widerThanYours(Principal principal) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not decide over this token.",
                principal.scope().equals(TokenScope.WHOLE)
                        ? "It could do more than you can yourself."
                        : "It could do more than the token you show, which is cut down.",
                "Cut it down with a team or with permissions, or use a token that may do as much.");
    }

    static Problem sessionFromSession() {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "No session was opened.",
                "What was shown is itself a browser session, and a session opens no other.",
                "Sign in with a token.");
    }

    static Problem moveGivesMore(TeamId team, TeamId to) {
        return new Problem(
                IdentityProblemCodes.MORE_THAN_YOURS,
                "You may not move the team '%s' below '%s'.".formatted(team, to),
                "Somebody's role or token there would reach further in it than yours.",
                "Ask an admin of both teams.");
    }

    static Problem noTeam(TeamId team) {
        return new Problem(
                IdentityProblemCodes.NO_TEAM,
                "There is no team '" + team + "'.",
                "It does not exist, or you have no role in it.",
                "See the teams you are in: slipway team list");
    }

    static Problem noUser(UserId user) {
        return new Problem(
                IdentityProblemCodes.NO_USER,
                "There is no user '" + user + "'.",
                "It does not exist, or it belongs to a team you have no role in.",
                "Check the name, or ask an admin to add the person.");
    }

    static Problem noToken(String token) {
        return new Problem(
                IdentityProblemCodes.NO_TOKEN,
                "There is no such token.",
                "It does not exist, or it belongs to somebody over whom you do not decide.",
                "See your tokens: slipway token list");
    }

    static Problem noSecret(TeamId team, String secret) {
        return new Problem(
                IdentityProblemCodes.NO_SECRET,
                "The team '" + team + "' has no such secret.",
                "It was never set, or it was removed.",
                "See the names: slipway secret list --team " + team);
    }

    static Problem teamExists(TeamId team) {
        return new Problem(
                IdentityProblemCodes.TEAM_EXISTS,
                "The team '" + team + "' cannot be founded.",
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
                "The name belongs to the house itself.",
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
                "The team 'all' can neither move nor go.",
                "It is the root of the tree, and every other team stands below it.",
                "Change its title, or the teams below it.");
    }

    static Problem tooDeep(TeamId team, int limit) {
        return new Problem(
                IdentityProblemCodes.TREE,
                "The team '" + team + "' cannot stand there.",
                "The tree would have more than " + limit + " levels.",
                "Choose a team further up.");
    }

    static Problem belowItself(TeamId team, TeamId parent) {
        return new Problem(
                IdentityProblemCodes.TREE,
                "The team '" + team + "' cannot move below '" + parent + "'.",
                "'" + parent + "' is the team itself or stands below it.",
                "Choose a team outside it.");
    }

    static Problem accountOutsideItsTeam(TeamId team, Grant grant) {
        return new Problem(
                IdentityProblemCodes.ACCOUNT_NOT_AT_HOME,
                "The team '" + team + "' cannot move there.",
                "The service account '%s' has a role in '%s' and would stand outside its own team."
                        .formatted(grant.holder(), grant.team()),
                "Take that role away first.");
    }

    static Problem accountNotAtHome(UserId account, TeamId home, TeamId team) {
        return new Problem(
                IdentityProblemCodes.ACCOUNT_NOT_AT_HOME,
                "The service account '%s' cannot have a role in the team '%s'."
                        .formatted(account, team),
                "It belongs to '" + home + "' and has roles only there and below.",
                "Make a service account of '" + team + "'.");
    }

    static Problem lastAdmin() {
        return new Problem(
                IdentityProblemCodes.LAST_ADMIN,
                "The last admin cannot go.",
                "Nobody would be left who may do everything.",
                "Make somebody else an admin first: slipway team role all USER admin");
    }

    static Problem badText(String noun, String why) {
        return new Problem(
                IdentityProblemCodes.BAD_TEXT,
                "The " + noun + " cannot be used.",
                why,
                "Write another " + noun + "; any visible text will do.");
    }

    private static String at(Instant instant) {
        return Format.times(instant, ZoneOffset.UTC).exact(instant);
    }

    static Problem expiryPast(Instant expires, Instant now) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would end " + at(expires) + ".",
                "That is not in the future; it is " + at(now) + ".",
                "Choose a later time.");
    }

    static Problem expiryFar(Instant expires, Instant latest) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would end " + at(expires) + ".",
                "A token lasts at most a year, until " + at(latest) + ".",
                "Choose an earlier time.");
    }

    static Problem outlivesItsMaker(Instant expires, Instant bound) {
        return new Problem(
                IdentityProblemCodes.BAD_EXPIRY,
                "The token would end " + at(expires) + ".",
                "The token it is made with ends before that, " + at(bound) + ".",
                "Choose fewer days, or make it with a token that lasts longer.");
    }

    static Problem emptyScope() {
        return new Problem(
                IdentityProblemCodes.BAD_SCOPE,
                "The token would be of no use.",
                "It is cut down to no permission at all.",
                "Name at least one permission, or none to leave it whole.");
    }

    static Problem tooManyTokens(UserId owner, int limit) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY,
                "The user '" + owner + "' gets no further token.",
                "It has " + limit + " that are valid.",
                "Revoke some that are not used.");
    }

    static Problem tooManySecrets(TeamId team, int limit) {
        return new Problem(
                IdentityProblemCodes.TOO_MANY,
                "The team '" + team + "' gets no further secret.",
                "It has " + limit + ".",
                "Remove some that are not used.");
    }

    static Problem idTaken() {
        return new Problem(
                IdentityProblemCodes.ID_TAKEN,
                "The token was not made.",
                "By chance its public part is that of another token.",
                "Ask again; another one is drawn.");
    }

    static Problem shownOnce(String token) {
        return new Problem(
                IdentityProblemCodes.SHOWN_ONCE,
                "The token '" + token + "' cannot be shown again.",
                "It was made when this request came the first time; its text is kept nowhere.",
                "If you do not have it, revoke it and make another under a new key.");
    }

    static Problem secretName(String name) {
        return new Problem(
                IdentityProblemCodes.BAD_SECRET,
                "The secret cannot have this name.",
                "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                "Choose such a name, for example wandb-key.");
    }

    static Problem secretSize(int bytes, int limit) {
        return new Problem(
                IdentityProblemCodes.BAD_SECRET,
                "The secret cannot be kept.",
                bytes == 0
                        ? "Its value is empty."
                        : "Its value has %,d bytes; at most %,d are allowed."
                                .formatted(bytes, limit),
                bytes == 0 ? "Give it a value, or remove it." : "Keep large files in the store.");
    }
}
