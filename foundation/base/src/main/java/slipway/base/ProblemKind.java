package slipway.base;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kind of a {@link Problem}. It determines the HTTP status and the exit code of the command line. */
public enum ProblemKind {
    /** The request itself is wrong; sending it again changes nothing. */
    INVALID(422, 2),
    NOT_FOUND(404, 3),
    /** Valid, but not in the current state. */
    CONFLICT(409, 4),
    /** Quota, limit or budget: valid, but more than there can ever be; 409 if it is only too much now. */
    NO_CAPACITY(422, 5),
    /** Too many requests in a time, or at the same time. The same request succeeds later. */
    RATE(429, 5),
    /** A dependency failed: a disk, a database, an engine. */
    OUTSIDE(502, 6),
    DENIED(403, 7),
    /** A bug in Slipway. */
    BUG(500, 70);

    private final int status;
    private final int exitCode;

    ProblemKind(int status, int exitCode) {
        this.status = status;
        this.exitCode = exitCode;
    }

    /** Its name in an answer. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a name in an answer; empty for the name of a later version. */
    public static Optional<ProblemKind> named(String wireName) {
        return Arrays.stream(values()).filter(kind -> kind.wireName().equals(wireName)).findFirst();
    }

    public int status() {
        return status;
    }

    public int exitCode() {
        return exitCode;
    }
}
