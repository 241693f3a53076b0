package slipway.base;

import java.util.List;
import java.util.Objects;

/**
 * Trouble that a person can act on: what happened, why, and what to do next. Every error that leaves a room is one of
 * these; anything else that is thrown is a bug.
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

    /** Trouble with a document, with every mistake in it. */
    public Problem(ProblemCode code, String what, String why, String next, List<Mistake> mistakes) {
        super(what + " " + why + " " + next);
        this.code = Objects.requireNonNull(code);
        this.what = what;
        this.why = why;
        this.next = next;
        this.mistakes = List.copyOf(mistakes);
    }

    /** The same problem, remembering what it came from. */
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

    /** What is wrong in the document this problem is about; empty when it is not about a document. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
