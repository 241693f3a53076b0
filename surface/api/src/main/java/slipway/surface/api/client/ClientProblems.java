package slipway.surface.api.client;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;
import slipway.surface.api.PathParameter;

/** What can go wrong on the way to a server, in words. */
final class ClientProblems {

    static final ProblemCode UNREACHABLE =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "unreachable", "A server cannot be reached from here.");
    static final ProblemCode NO_ANSWER =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "no-answer",
                    "A server was reached, but did not answer in time.");
    static final ProblemCode UNTRUSTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "untrusted-server",
                    "A server's certificate is not trusted.");
    static final ProblemCode REDIRECTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE, "sent-elsewhere", "An answer points to another address.");
    static final ProblemCode NOT_UNDERSTOOD =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "answer-not-understood",
                    "What came back is no answer of this version of Slipway.");
    static final ProblemCode INTERRUPTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "called-off",
                    "A call was interrupted before its answer came.");
    static final ProblemCode NO_SUCH_NAME =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-name",
                    "Nothing can have the name that was given.");

    static final List<ProblemCode> CODES =
            List.of(
                    UNREACHABLE,
                    NO_ANSWER,
                    UNTRUSTED,
                    REDIRECTED,
                    NOT_UNDERSTOOD,
                    INTERRUPTED,
                    NO_SUCH_NAME);

    private ClientProblems() {}

    /** A stranger's text, fit for a sentence. */
    static String shown(String text) {
        return UntrustedText.escaped(text, 200);
    }

    static Problem noSuchName(PathParameter part, String text) {
        return new Problem(
                NO_SUCH_NAME,
                "There is no %s '%s'.".formatted(part.word(), shown(text)),
                "No %s can have that name.".formatted(part.word()),
                "Check the name.");
    }

    static Problem unreachable(ServerContext serverContext, String because) {
        return new Problem(
                UNREACHABLE,
                "Cannot reach %s: %s.".formatted(serverContext.url(), because),
                "The server is not running, or another context is active (now: %s)."
                        .formatted(serverContext.name()),
                "Start it with ./slipway up, or choose: slipway context list");
    }

    static Problem noAnswer(ServerContext serverContext, Duration within) {
        return new Problem(
                NO_ANSWER,
                "%s did not answer within %s."
                        .formatted(serverContext.url(), Format.duration(within)),
                "The server or the network is slow; what was asked may have been done all the same.",
                "Look whether it was done, and try again.");
    }

    static Problem untrusted(ServerContext serverContext, String because) {
        return new Problem(
                UNTRUSTED,
                "Cannot trust %s: %s.".formatted(serverContext.url(), because),
                "Somebody else may be answering in its place, so nothing was sent.",
                "If it is your own server, pin the fingerprint that it shows at its start in the context "
                        + serverContext.name()
                        + ".");
    }

    static Problem redirected(URI asked, String to) {
        return new Problem(
                REDIRECTED,
                "%s sends on to %s.".formatted(asked, shown(to)),
                "A token is not carried along to another address.",
                "If that is the right address, use it as the context's URL.");
    }

    /**
     * @param came the end of a sentence that begins with the address: "answered 502 with text/html"
     */
    static Problem notUnderstood(URI asked, String came) {
        return new Problem(
                NOT_UNDERSTOOD,
                "%s %s.".formatted(asked, came),
                "It is no Slipway server, or of another version, or something in between has answered.",
                "Check the address, and any proxy on the way.");
    }

    static Problem listStuck(ApiCall<?, ?> apiCall) {
        return new Problem(
                NOT_UNDERSTOOD,
                "The list of %s never ends.".formatted(apiCall),
                "The server says twice in a row to go on from the same place.",
                "Report this to whoever looks after the server.");
    }

    static Problem interrupted(ServerContext serverContext) {
        return new Problem(
                INTERRUPTED,
                "The call to %s was called off.".formatted(serverContext.url()),
                "This program was told to stop while it waited.",
                "Look whether it was done, and try again.");
    }
}
