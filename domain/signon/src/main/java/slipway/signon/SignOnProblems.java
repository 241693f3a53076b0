package slipway.signon;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The problems of single sign-on. They never quote text of the provider. */
final class SignOnProblems {

    static final ProblemCode UNKNOWN_FLOW =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-unknown",
                    401,
                    "The browser returned from the provider without the cookie of a sign-in that started here.");
    static final ProblemCode EXPIRED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-expired",
                    401,
                    "The sign-in at the provider took longer than ten minutes.");
    static final ProblemCode ALREADY_COMPLETED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-used",
                    401,
                    "The sign-in was already completed; each can be completed once.");
    static final ProblemCode MISMATCH =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-mixed-up",
                    401,
                    "The response belongs to another sign-in or comes from another provider.");
    static final ProblemCode REFUSED =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "sign-on-refused",
                    "The provider did not sign the person in.");
    static final ProblemCode CODE_REFUSED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-code-refused",
                    401,
                    "The provider refused the authorization code that the browser brought.");
    static final ProblemCode CLIENT_REFUSED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sign-on-client-refused",
                    "The provider does not accept this server's client id, secret or redirect address.");
    static final ProblemCode TOKEN_REFUSED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-token-refused",
                    401,
                    "The ID token of the provider failed a check.");
    static final ProblemCode UNREACHABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sign-on-provider-unreachable",
                    "The provider did not answer in time.");
    static final ProblemCode BAD_ANSWER =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sign-on-provider-wrong",
                    "The provider sent an answer that this server does not accept.");
    static final ProblemCode TOO_MANY_GROUPS =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "sign-on-too-many-groups",
                    "The provider does not list the groups of the person, because there are too many.");
    static final ProblemCode BUSY =
            ProblemCode.of(
                    ProblemKind.RATE,
                    "sign-on-busy",
                    "Too many sign-ins are waiting for the provider at the same time.");

    private static final String START_AGAIN = "Go to the sign-in page and start again.";
    private static final String TELL_ADMIN =
            "Try again. If it fails again, report it to an administrator of this server: the provider may be"
                    + " misconfigured, or it may be an attack.";
    private static final String SETTINGS =
            "Ask an administrator to compare the settings under sign_on with those at the provider.";

    private SignOnProblems() {}

    static Problem unknownFlow(String why) {
        return new Problem(UNKNOWN_FLOW, "This browser has no open sign-in.", why, START_AGAIN);
    }

    static Problem expired() {
        return new Problem(
                EXPIRED,
                "The sign-in took too long.",
                "A sign-in must be completed within ten minutes.",
                START_AGAIN);
    }

    static Problem alreadyCompleted() {
        return new Problem(
                ALREADY_COMPLETED,
                "This sign-in was already completed.",
                "Each sign-in can be completed once, so that a recorded request cannot be replayed.",
                "If you are not signed in, start again at the sign-in page.");
    }

    static Problem mismatch(String why) {
        return new Problem(
                MISMATCH,
                "The response does not belong to the sign-in of this browser.",
                why,
                START_AGAIN);
    }

    /**
     * @param error the error code of the provider, checked to be printable
     */
    static Problem refused(OidcProvider oidcProvider, String error) {
        return new Problem(
                REFUSED,
                oidcProvider.host() + " did not sign you in.",
                "It reports " + error + ".",
                "Try again, or ask an administrator of "
                        + oidcProvider.host()
                        + " to give you access to Slipway.");
    }

    static Problem codeRefused(OidcProvider oidcProvider) {
        return new Problem(
                CODE_REFUSED,
                oidcProvider.host() + " refused the authorization code of this sign-in.",
                "A code is valid once and for a short time; it was used before or has expired.",
                START_AGAIN);
    }

    static Problem clientRefused(OidcProvider oidcProvider, String error) {
        return new Problem(
                CLIENT_REFUSED,
                oidcProvider.host() + " does not accept this server as its client.",
                "It reports " + error + ".",
                SETTINGS);
    }

    static Problem tokenRefused(OidcProvider oidcProvider, String why) {
        return new Problem(
                TOKEN_REFUSED,
                "The ID token of " + oidcProvider.host() + " was refused.",
                why,
                TELL_ADMIN);
    }

    static Problem unreachable(OidcProvider oidcProvider, String why) {
        return new Problem(
                UNREACHABLE,
                oidcProvider.host() + " is not reachable.",
                why,
                "Try again in a minute, or sign in with a token.");
    }

    static Problem badAnswer(OidcProvider oidcProvider, String why) {
        return new Problem(
                BAD_ANSWER,
                "The answer of " + oidcProvider.host() + " cannot be used.",
                why,
                SETTINGS);
    }

    static Problem tooManyGroups(OidcProvider oidcProvider) {
        return new Problem(
                TOO_MANY_GROUPS,
                oidcProvider.host() + " does not say which groups you are in.",
                "You are in more groups than it puts into a token; it names another interface to ask instead.",
                "Ask an administrator to let the provider send only the groups that are assigned to Slipway,"
                        + " or app roles with sign_on.groups_claim: roles.");
    }

    static Problem busy() {
        return new Problem(
                BUSY,
                "Too many people are signing in at this moment.",
                "The server sends a limited number of sign-ins to the provider at a time.",
                "Try again in a few seconds.");
    }

    /** A copy of the problem for another caller. */
    static Problem copyOf(Problem first) {
        return new Problem(first.code(), first.what(), first.why(), first.next());
    }
}
