package slipway.surface.web.http;

import java.net.BindException;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** The problems of listening on an address and port. */
final class ListenProblems {

    static final ProblemCode PORT_IN_USE =
            ProblemCode.of(
                    ProblemKind.CONFLICT, "port-in-use", "Another program listens on the port.");
    static final ProblemCode NO_ADDRESS =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "no-such-address",
                    "This machine does not have the address.");
    static final ProblemCode CANNOT_LISTEN =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "cannot-listen",
                    "The system does not permit the server to listen on the port.");

    private ListenProblems() {}

    static Problem cannotBind(ListenSettings settings, BindException refused) {
        String message = String.valueOf(refused.getMessage());
        if (message.contains("assign")) {
            return noAddress(settings, "This machine has no such address.").causedBy(refused);
        }
        String what = "Cannot listen on port " + settings.port() + " of " + settings.host() + ".";
        Problem problem =
                message.contains("in use")
                        ? new Problem(
                                PORT_IN_USE,
                                what,
                                "Another program uses it, perhaps a Slipway server that still runs.",
                                "Stop it, or choose another port with --port (0 for any free port).")
                        : new Problem(
                                CANNOT_LISTEN,
                                what,
                                "The system says: " + message + ".",
                                "Choose another port with --port; ports below 1024 are often reserved for root.");
        return problem.causedBy(refused);
    }

    static Problem noAddress(ListenSettings settings, String why) {
        return new Problem(
                NO_ADDRESS,
                "Cannot listen on " + settings.host() + ".",
                why,
                "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for all its addresses.");
    }

    static <T extends Throwable> Optional<T> cause(Throwable e, Class<T> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }
}
