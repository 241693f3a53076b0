package slipway.base;

/** The kind of a {@link Problem}. It determines the HTTP status and the exit code of the command line. */
public enum ProblemKind {
    /** The request itself is wrong; sending it again changes nothing. */
    INVALID(422, 2),
    NOT_FOUND(404, 3),
    /** Valid, but not in the current state. */
    CONFLICT(409, 4),
    /** Quota, limit, budget or rate: valid, but too much or too early. */
    NO_CAPACITY(429, 5),
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

    public int status() {
        return status;
    }

    public int exitCode() {
        return exitCode;
    }
}
