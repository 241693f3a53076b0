package slipway.surface.web.http;

import java.net.BindException;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;

/** What is said when the server cannot listen. */
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
                    "The system does not let the server listen on the port.");

    private ListenProblems() {}

    static Problem cannotBind(ListenSettings listenSettings, BindException refused) {
        String said = String.valueOf(refused.getMessage());
        if (said.contains("assign")) {
            return noAddress(listenSettings, "This machine has no such address.").causedBy(refused);
        }
        String what =
                "Cannot listen on port "
                        + listenSettings.port()
                        + " of "
                        + listenSettings.host()
                        + ".";
        Problem problem =
                said.contains("in use")
                        ? new Problem(
                                PORT_IN_USE,
                                what,
                                "Another program does already; perhaps a Slipway that still runs.",
                                "Stop it, or choose another port with --port (0 takes any free one).")
                        : new Problem(
                                CANNOT_LISTEN,
                                what,
                                "The system says: " + said + ".",
                                "Choose another port with --port; those below 1024 are often kept for root.");
        return problem.causedBy(refused);
    }

    static Problem noAddress(ListenSettings listenSettings, String why) {
        return new Problem(
                NO_ADDRESS,
                "Cannot listen on " + listenSettings.host() + ".",
                why,
                "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for every address it has.");
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
