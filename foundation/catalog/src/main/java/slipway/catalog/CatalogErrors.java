package slipway.catalog;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.SourceLocation;

/** Collects mistakes, so that one problem lists all of them. */
final class CatalogErrors {

    static final ProblemCode BAD_CATALOG =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-catalog",
                    "A file of the catalog holds something that cannot be understood or cannot be true.");

    static final ProblemCode BAD_ARCHITECTURE =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "bad-architecture",
                    "The numbers of a model are missing, out of bounds or do not fit each other.");

    static final ProblemCode UNKNOWN_ARCHITECTURE =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "unknown-architecture",
                    "The catalog has no model of this name.");

    private final List<Mistake> mistakes = new ArrayList<>();

    void add(SourceLocation sourceLocation, String key, String sentence) {
        mistakes.add(new Mistake(sourceLocation, key, sentence));
    }

    int count() {
        return mistakes.size();
    }

    boolean isEmpty() {
        return mistakes.isEmpty();
    }

    /** Throws one problem with all mistakes, if there are any. */
    void check(ProblemCode problemCode, String subject, String next) {
        if (!isEmpty()) {
            throw Mistakes.problem(problemCode, subject, mistakes, next);
        }
    }
}
