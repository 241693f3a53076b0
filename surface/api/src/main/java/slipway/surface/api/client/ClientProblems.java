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

/** The problems of calling a server. */
final class ClientProblems {

    static final ProblemCode UNREACHABLE =
            ProblemCode.of(ProblemKind.OUTSIDE, "unreachable", "The server cannot be reached.");
    static final ProblemCode NO_ANSWER =
            ProblemCode.of(ProblemKind.OUTSIDE, "no-answer", "The server did not answer in time.");
    static final ProblemCode UNTRUSTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "untrusted-server",
                    "The server's certificate is not trusted.");
    static final ProblemCode REDIRECTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "sent-elsewhere",
                    "The server redirects to another address.");
    static final ProblemCode NOT_UNDERSTOOD =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "answer-not-understood",
                    "The answer is not one of this version of Slipway.");
    static final ProblemCode INTERRUPTED =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "called-off",
                    "The call was interrupted before its answer arrived.");
    static final ProblemCode NO_SUCH_NAME =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-name",
                    "The name is not valid, so nothing has it.");

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

    /** Untrusted text, escaped and shortened for a sentence. */
    static String escaped(String text) {
        return UntrustedText.escaped(text, 200);
    }

    static Problem noSuchName(PathParameter part, String text) {
        return new Problem(
                NO_SUCH_NAME,
                "There is no %s '%s'.".formatted(part.word(), escaped(text)),
                "The name is not valid for a %s.".formatted(part.word()),
                "Check the name.");
    }

    static Problem unreachable(ServerContext context, String because) {
        return new Problem(
                UNREACHABLE,
                "Cannot reach %s: %s.".formatted(context.url(), because),
                "The server is not running, or another context is active (now: %s)."
                        .formatted(context.name()),
                "Start it with ./slipway up, or choose: slipway context list");
    }

    static Problem noAnswer(ServerContext context, Duration within) {
        return new Problem(
                NO_ANSWER,
                "%s did not answer within %s.".formatted(context.url(), Format.duration(within)),
                "The server or the network is slow; the request may have been executed.",
                "Check whether it was executed, then try again.");
    }

    static Problem untrusted(ServerContext context, String because) {
        return new Problem(
                UNTRUSTED,
                "Cannot trust %s: %s.".formatted(context.url(), because),
                "Another machine may answer in its place, so nothing was sent.",
                "If it is your server, pin the fingerprint that it prints at startup in context "
                        + context.name()
                        + ".");
    }

    static Problem redirected(URI url, String to) {
        return new Problem(
                REDIRECTED,
                "%s redirects to %s.".formatted(url, escaped(to)),
                "A token is never sent to another address.",
                "If that address is correct, use it as the context's URL.");
    }

    /**
     * @param event the end of a sentence that begins with the address: "answered 502 with text/html"
     */
    static Problem notUnderstood(URI url, String event) {
        return new Problem(
                NOT_UNDERSTOOD,
                "%s %s.".formatted(url, event),
                "It is not a Slipway server, it has another version, or a proxy answered.",
                "Check the address and any proxy.");
    }

    static Problem listStuck(ApiCall<?, ?> call) {
        return new Problem(
                NOT_UNDERSTOOD,
                "The list of %s never ends.".formatted(call),
                "The server returned the same cursor twice in a row.",
                "Report this to the server's administrator.");
    }

    static Problem interrupted(ServerContext context) {
        return new Problem(
                INTERRUPTED,
                "The call to %s was interrupted.".formatted(context.url()),
                "This program was interrupted while it waited.",
                "Check whether the call was executed, then try again.");
    }
}
