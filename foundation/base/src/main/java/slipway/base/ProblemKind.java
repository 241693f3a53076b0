package slipway.base;

/** What sort of trouble a {@link Problem} is. It fixes the HTTP status and the command line's exit code. */
public enum ProblemKind {
    /** The request itself is wrong; sending it again changes nothing. */
    INVALID(422, 2),
    NOT_FOUND(404, 3),
    /** Right in itself, but not in the present state. */
    CONFLICT(409, 4),
    /** Quota, limit, budget or rate: right, but not now or not so much. */
    NO_CAPACITY(429, 5),
    /** Something we depend on failed: a disk, a database, an engine. */
    OUTSIDE(502, 6),
    DENIED(403, 7),
    /** Our own mistake. */
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
