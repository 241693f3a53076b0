package slipway.base;

import java.util.List;
import java.util.Objects;

/**
 * An error that a user can act on: what happened, why, and what to do next. Every expected error of a module is a
 * problem; any other exception is a bug.
 */
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ProblemCode code;
    private final String what;
    private final String why;
    private final String next;
    private final transient List<Mistake> mistakes;

    public Problem(ProblemCode code, String what, String why, String next) {
        this(code, what, why, next, List.of());
    }

    /** A problem with a document, with all its mistakes. */
    public Problem(ProblemCode code, String what, String why, String next, List<Mistake> mistakes) {
        super(what + " " + why + " " + next);
        this.code = Objects.requireNonNull(code);
        this.what = what;
        this.why = why;
        this.next = next;
        this.mistakes = List.copyOf(mistakes);
    }

    /** This problem with the exception that caused it. */
    public Problem causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    public ProblemCode code() {
        return code;
    }

    public ProblemKind kind() {
        return code.kind();
    }

    public String what() {
        return what;
    }

    public String why() {
        return why;
    }

    public String next() {
        return next;
    }

    /** The mistakes of the document; empty when the problem is not about a document. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
