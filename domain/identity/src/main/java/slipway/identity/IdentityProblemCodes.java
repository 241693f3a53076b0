package slipway.identity;

import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The stable problem codes of identity. Scripts match on them. */
final class IdentityProblemCodes {

    static final ProblemCode MISTYPED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "mistyped-token",
                    401,
                    "The token is not complete or has a wrong character; its checksum does not match.");
    static final ProblemCode UNKNOWN =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "unknown-token",
                    401,
                    "This server did not issue the token, or the token ended more than 30 days ago.");
    static final ProblemCode EXPIRED =
            new ProblemCode(
                    ProblemKind.DENIED, "expired-token", 401, "The token or session has expired.");
    static final ProblemCode REVOKED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "revoked-token",
                    401,
                    "The token was revoked, or the session was signed out.");
    static final ProblemCode DISABLED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "user-disabled",
                    401,
                    "The user is disabled, so all its tokens are refused.");
    static final ProblemCode SIGN_ON_EXPIRED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-outdated",
                    401,
                    "The person comes from an identity provider and has not signed in there for too long.");
    static final ProblemCode NO_GROUP =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "no-group",
                    "The person is signed in at the provider, but none of the groups is mapped to a team.");
    static final ProblemCode TOO_MANY_ATTEMPTS =
            ProblemCode.of(
                    ProblemKind.RATE,
                    "too-many-attempts",
                    "Too many failed authentications came from the same address in a short time.");
    static final ProblemCode NOT_ALLOWED =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "not-allowed",
                    "The principal sees the team, but its role or its token does not allow the request there.");
    static final ProblemCode MORE_THAN_YOURS =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "more-than-yours",
                    "A principal cannot give, remove or put into a token more than it holds itself.");
    static final ProblemCode NO_TEAM =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-team",
                    "There is no such team, or it is not visible to the principal.");
    static final ProblemCode NO_USER =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-user",
                    "There is no such user, or it is not visible to the principal.");
    static final ProblemCode NO_TOKEN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-token",
                    "There is no such token, or the principal may not manage its owner.");
    static final ProblemCode NO_SECRET =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-secret",
                    "The team has no secret of this name.");
    static final ProblemCode TEAM_EXISTS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "team-exists",
                    "A team of this name exists already; names are unique in the whole tree.");
    static final ProblemCode USER_EXISTS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "user-exists",
                    "A user of this name exists already, a person or a service account.");
    static final ProblemCode RESERVED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "name-reserved",
                    "The name is reserved for the server itself.");
    static final ProblemCode NOT_EMPTY =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "team-not-empty",
                    "The team still has teams, service accounts or secrets.");
    static final ProblemCode ROOT =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "root-team",
                    "The team all is the root of the tree: it can be neither moved nor removed.");
    static final ProblemCode TREE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "team-tree",
                    "The teams would no longer be a tree of at most eight levels.");
    static final ProblemCode ACCOUNT_NOT_AT_HOME =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "account-away",
                    "A service account has roles only in its own team and those below it.");
    static final ProblemCode LAST_ADMIN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "last-admin",
                    "The last admin of everything cannot be removed, disabled or demoted.");
    static final ProblemCode BAD_TEXT =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-text",
                    "A name, title, label or email is empty, too long or contains invisible characters.");
    static final ProblemCode BAD_EXPIRY =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-expiry",
                    "A token expires in the future, within 366 days, and not after the token that creates it.");
    static final ProblemCode BAD_SCOPE =
            ProblemCode.of(
                    ProblemKind.INVALID, "empty-scope", "The token would have no permission.");
    static final ProblemCode TOO_MANY =
            new ProblemCode(
                    ProblemKind.NO_CAPACITY,
                    "too-many",
                    409,
                    "The limit for objects of this kind is reached.");
    static final ProblemCode ID_TAKEN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "token-id-taken",
                    "The random id of the token is in use; repeat the request to draw another.");
    static final ProblemCode SHOWN_ONCE =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "token-shown-once",
                    "The first request with this idempotency key created the token and showed its text.");
    static final ProblemCode BAD_SECRET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-secret",
                    "A secret has a name of lower-case letters, digits and hyphens, and a value of 1 byte to 64 KiB.");
    static final ProblemCode KEY_MISSING =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-missing",
                    "The file of the server key with which the database was written is missing.");
    static final ProblemCode KEY_WRONG =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-wrong",
                    "The server key is not the one with which the database was written.");
    static final ProblemCode KEY_DAMAGED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-damaged",
                    "The file of the server key cannot be parsed.");
    static final ProblemCode KEY_EXPOSED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-exposed",
                    "Others may read or change the file of the server key.");
    static final ProblemCode KEY_FILE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "server-key-file",
                    "The file of the server key cannot be read or written.");

    private IdentityProblemCodes() {}
}
