package slipway.simulate.trace;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;

/** The mistakes in a file, with their locations; reading stops after a hundred. */
final class TraceErrors {

    static final ProblemCode MALFORMED_TRACE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "malformed-trace",
                    "A trace or a list of nodes has lines that cannot be understood; each is named with its line"
                            + " and column.");

    private static final int MAX_ERRORS = 100;

    private final String file;
    private final List<Mistake> found = new ArrayList<>();

    TraceErrors(String file) {
        this.file = file;
    }

    /** About a whole line. */
    void add(int line, String text) {
        found.add(new Mistake(new SourceLocation(file, line, 1), "", text));
    }

    /** About one cell. */
    void add(int line, int column, String name, String text) {
        String where = "column " + column + (name.isEmpty() ? "" : " (" + name + ")");
        found.add(new Mistake(new SourceLocation(file, line, column), where, text));
    }

    boolean isFull() {
        return found.size() >= MAX_ERRORS;
    }

    int count() {
        return found.size();
    }

    /** Throws one problem with all mistakes, if there is any. */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw problem();
        }
    }

    private Problem problem() {
        String end = isFull() ? "Reading stopped there. " : "";
        return Mistakes.problem(
                MALFORMED_TRACE,
                file,
                found,
                end + "Nothing was simulated. The forms of traces: slipway help simulate");
    }
}
