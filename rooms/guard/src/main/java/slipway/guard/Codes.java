package slipway.guard;

import slipway.base.Code;
import slipway.base.Kind;

/** The stable names of what this room refuses. Scripts match on them. */
final class Codes {

    static final Code MISTYPED =
            new Code(
                    Kind.DENIED,
                    "mistyped-token",
                    401,
                    "The token is not complete or has a wrong character; its checksum does not fit.");
    static final Code UNKNOWN =
            new Code(
                    Kind.DENIED,
                    "unknown-token",
                    401,
                    "No such token was ever made here, or it ended long ago.");
    static final Code EXPIRED =
            new Code(
                    Kind.DENIED, "expired-token", 401, "The time of the token or session is over.");
    static final Code REVOKED =
            new Code(
                    Kind.DENIED,
                    "revoked-token",
                    401,
                    "Somebody revoked the token, or signed the session out.");
    static final Code DISABLED =
            new Code(
                    Kind.DENIED,
                    "user-disabled",
                    401,
                    "The user is shut out, whatever token is shown.");
    static final Code NO_GROUP =
            Code.of(
                    Kind.DENIED,
                    "no-group",
                    "Single sign-on knows the person, but none of its groups leads to a team here.");
    static final Code TOO_MANY_ATTEMPTS =
            Code.of(
                    Kind.NO_CAPACITY,
                    "too-many-attempts",
                    "Too many tokens that are none came from the same place in a short time.");
    static final Code NOT_ALLOWED =
            Code.of(
                    Kind.DENIED,
                    "not-allowed",
                    "The visitor sees the team, but its role or its token does not allow this there.");
    static final Code NOT_YOURS =
            Code.of(
                    Kind.DENIED,
                    "more-than-yours",
                    "Nobody gives, takes away or puts into a token more than they have themselves.");
    static final Code NO_TEAM =
            Code.of(
                    Kind.NOT_FOUND,
                    "no-such-team",
                    "There is no such team, or none that the visitor sees.");
    static final Code NO_USER =
            Code.of(
                    Kind.NOT_FOUND,
                    "no-such-user",
                    "There is no such user, or none that the visitor sees.");
    static final Code NO_TOKEN =
            Code.of(
                    Kind.NOT_FOUND,
                    "no-such-token",
                    "There is no such token, or none over which the visitor decides.");
    static final Code NO_SECRET =
            Code.of(Kind.NOT_FOUND, "no-such-secret", "The team has no secret of this name.");
    static final Code TEAM_EXISTS =
            Code.of(
                    Kind.CONFLICT,
                    "team-exists",
                    "A team of this name is there already; names are unique in the whole tree.");
    static final Code USER_EXISTS =
            Code.of(
                    Kind.CONFLICT,
                    "user-exists",
                    "A user of this name is there already, a person or a service account.");
    static final Code RESERVED =
            Code.of(Kind.INVALID, "name-reserved", "The name belongs to the house itself.");
    static final Code NOT_EMPTY =
            Code.of(
                    Kind.CONFLICT,
                    "team-not-empty",
                    "The team still has something that would be lost with it.");
    static final Code ROOT =
            Code.of(
                    Kind.CONFLICT,
                    "root-team",
                    "The team all is the root of the tree: it can neither move nor go.");
    static final Code TREE =
            Code.of(
                    Kind.INVALID,
                    "team-tree",
                    "The teams would no longer be a tree of at most eight levels.");
    static final Code ACCOUNT_AWAY =
            Code.of(
                    Kind.CONFLICT,
                    "account-away",
                    "A service account has roles only in its own team and those below it.");
    static final Code LAST_ADMIN =
            Code.of(
                    Kind.CONFLICT,
                    "last-admin",
                    "The last admin of everything cannot be removed, disabled or demoted.");
    static final Code BAD_TEXT =
            Code.of(
                    Kind.INVALID,
                    "bad-text",
                    "A name, title, label or email is empty, too long or holds invisible characters.");
    static final Code BAD_EXPIRY =
            Code.of(
                    Kind.INVALID,
                    "bad-expiry",
                    "A token expires in the future, within a year, and not after the token it is made with.");
    static final Code BAD_SCOPE =
            Code.of(Kind.INVALID, "empty-scope", "A token that may do nothing is of no use.");
    static final Code TOO_MANY =
            Code.of(Kind.NO_CAPACITY, "too-many", "There are as many of these as are allowed.");
    static final Code ID_TAKEN =
            Code.of(
                    Kind.CONFLICT,
                    "token-id-taken",
                    "The id that was drawn for a token is in use; asking again draws another.");
    static final Code SHOWN_ONCE =
            Code.of(
                    Kind.CONFLICT,
                    "token-shown-once",
                    "The token was made when this request came the first time, and its text was shown then.");
    static final Code BAD_SECRET =
            Code.of(
                    Kind.INVALID,
                    "bad-secret",
                    "A secret has a name of small letters, digits and hyphens, and a value of at most 64 KiB.");
    static final Code KEY_MISSING =
            Code.of(
                    Kind.CONFLICT,
                    "server-key-missing",
                    "The database was written with a server key whose file is not there.");
    static final Code KEY_WRONG =
            Code.of(
                    Kind.CONFLICT,
                    "server-key-wrong",
                    "The server key is not the one that the database was written with.");
    static final Code KEY_DAMAGED =
            Code.of(
                    Kind.CONFLICT,
                    "server-key-damaged",
                    "The file of the server key cannot be understood.");
    static final Code KEY_EXPOSED =
            Code.of(
                    Kind.CONFLICT,
                    "server-key-exposed",
                    "Others may read or change the file of the server key.");
    static final Code KEY_FILE =
            Code.of(
                    Kind.OUTSIDE,
                    "server-key-file",
                    "The file of the server key cannot be read or written.");

    private Codes() {}
}
