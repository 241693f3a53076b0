package slipway.identity;

import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The stable names of what this room refuses. Scripts match on them. */
final class IdentityProblemCodes {

    static final ProblemCode MISTYPED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "mistyped-token",
                    401,
                    "The token is not complete or has a wrong character; its checksum does not fit.");
    static final ProblemCode UNKNOWN =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "unknown-token",
                    401,
                    "No such token was ever made here, or it ended long ago.");
    static final ProblemCode EXPIRED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "expired-token",
                    401,
                    "The time of the token or session is over.");
    static final ProblemCode REVOKED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "revoked-token",
                    401,
                    "Somebody revoked the token, or signed the session out.");
    static final ProblemCode DISABLED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "user-disabled",
                    401,
                    "The user is shut out, whatever token is shown.");
    static final ProblemCode NO_GROUP =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "no-group",
                    "Single sign-on knows the person, but none of its groups leads to a team here.");
    static final ProblemCode TOO_MANY_ATTEMPTS =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "too-many-attempts",
                    "Too many tokens that are none came from the same place in a short time.");
    static final ProblemCode NOT_ALLOWED =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "not-allowed",
                    "The visitor sees the team, but its role or its token does not allow this there.");
    static final ProblemCode MORE_THAN_YOURS =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "more-than-yours",
                    "Nobody gives, takes away or puts into a token more than they have themselves.");
    static final ProblemCode NO_TEAM =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-team",
                    "There is no such team, or none that the visitor sees.");
    static final ProblemCode NO_USER =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-user",
                    "There is no such user, or none that the visitor sees.");
    static final ProblemCode NO_TOKEN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-token",
                    "There is no such token, or none over which the visitor decides.");
    static final ProblemCode NO_SECRET =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-secret",
                    "The team has no secret of this name.");
    static final ProblemCode TEAM_EXISTS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "team-exists",
                    "A team of this name is there already; names are unique in the whole tree.");
    static final ProblemCode USER_EXISTS =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "user-exists",
                    "A user of this name is there already, a person or a service account.");
    static final ProblemCode RESERVED =
            ProblemCode.of(
                    ProblemKind.INVALID, "name-reserved", "The name belongs to the house itself.");
    static final ProblemCode NOT_EMPTY =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "team-not-empty",
                    "The team still has something that would be lost with it.");
    static final ProblemCode ROOT =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "root-team",
                    "The team all is the root of the tree: it can neither move nor go.");
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
                    "A name, title, label or email is empty, too long or holds invisible characters.");
    static final ProblemCode BAD_EXPIRY =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-expiry",
                    "A token expires in the future, within a year, and not after the token it is made with.");
    static final ProblemCode BAD_SCOPE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "empty-scope",
                    "A token that may do nothing is of no use.");
    static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "too-many",
                    "There are as many of these as are allowed.");
    static final ProblemCode ID_TAKEN =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "token-id-taken",
                    "The id that was drawn for a token is in use; asking again draws another.");
    static final ProblemCode SHOWN_ONCE =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "token-shown-once",
                    "The token was made when this request came the first time, and its text was shown then.");
    static final ProblemCode BAD_SECRET =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-secret",
                    "A secret has a name of small letters, digits and hyphens, and a value of at most 64 KiB.");
    static final ProblemCode KEY_MISSING =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-missing",
                    "The database was written with a server key whose file is not there.");
    static final ProblemCode KEY_WRONG =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-wrong",
                    "The server key is not the one that the database was written with.");
    static final ProblemCode KEY_DAMAGED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "server-key-damaged",
                    "The file of the server key cannot be understood.");
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
