package slipway.signon;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** What can go wrong on a trip to the provider and back, in words. What the provider sent is never repeated. */
final class SignOnProblems {

    static final ProblemCode UNKNOWN_FLOW =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-unknown",
                    401,
                    "The browser came back from the provider without the cookie of a sign-in that began here.");
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
                    "The same sign-in was finished before; each can be finished once.");
    static final ProblemCode MISMATCH =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-mixed-up",
                    401,
                    "The answer from the provider belongs to another sign-in or comes from another provider.");
    static final ProblemCode REFUSED =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "sign-on-refused",
                    "The provider did not let the person in.");
    static final ProblemCode CODE_REFUSED =
            new ProblemCode(
                    ProblemKind.DENIED,
                    "sign-on-code-refused",
                    401,
                    "The provider does not know the code that the browser brought back from it.");
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
                    "The provider's ID token did not pass a check.");
    static final ProblemCode UNREACHABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sign-on-provider-unreachable",
                    "The provider did not answer, or not in time.");
    static final ProblemCode BAD_ANSWER =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sign-on-provider-wrong",
                    "The provider answered something that this server does not accept.");
    static final ProblemCode BUSY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "sign-on-busy",
                    "Too many people are signing in through the provider at the same moment.");

    private static final String START_AGAIN = "Go back to the sign-in page and begin again.";
    private static final String TELL_ADMIN =
            "Try again; if it stays so, show this to whoever runs this server: it may be an attack or a provider set"
                    + " up wrongly.";
    private static final String SETTINGS =
            "Have an admin compare the settings under sign_on with those at the provider.";

    private SignOnProblems() {}

    static Problem unknownFlow(String why) {
        return new Problem(
                UNKNOWN_FLOW, "This browser has no sign-in under way.", why, START_AGAIN);
    }

    static Problem expired() {
        return new Problem(
                EXPIRED,
                "The sign-in took too long.",
                "A sign-in is open for ten minutes from the moment it begins.",
                START_AGAIN);
    }

    static Problem alreadyCompleted() {
        return new Problem(
                ALREADY_COMPLETED,
                "This sign-in was finished before.",
                "Each can be finished once, so that nobody can repeat what a browser sent.",
                "If you are not signed in, begin again at the sign-in page.");
    }

    static Problem mismatch(String why) {
        return new Problem(
                MISMATCH,
                "The answer does not belong to the sign-in of this browser.",
                why,
                START_AGAIN);
    }

    /**
     * @param error the provider's word for it, already known to be harmless
     */
    static Problem refused(OidcProvider oidcProvider, String error) {
        return new Problem(
                REFUSED,
                oidcProvider.host() + " did not sign you in.",
                "It says " + error + ".",
                "Try again, or ask whoever runs "
                        + oidcProvider.host()
                        + " to let you use Slipway.");
    }

    static Problem codeRefused(OidcProvider oidcProvider) {
        return new Problem(
                CODE_REFUSED,
                oidcProvider.host() + " did not accept the code of this sign-in.",
                "A code is good once and for a short time, and it may have been used or run out.",
                START_AGAIN);
    }

    static Problem clientRefused(OidcProvider oidcProvider, String error) {
        return new Problem(
                CLIENT_REFUSED,
                oidcProvider.host() + " does not accept this server as its client.",
                "It says " + error + ".",
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
                oidcProvider.host() + " cannot be asked who you are.",
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

    static Problem busy() {
        return new Problem(
                BUSY,
                "Too many people are signing in at this moment.",
                "The provider is asked for a few of them at a time.",
                "Try again in a few seconds.");
    }

    /** The same problem once more, for another caller. */
    static Problem copyOf(Problem first) {
        return new Problem(first.code(), first.what(), first.why(), first.next());
    }
}
