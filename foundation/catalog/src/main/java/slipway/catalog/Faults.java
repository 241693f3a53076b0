package slipway.catalog;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Code;
import slipway.base.Kind;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.Place;

/** Collects everything that is wrong, so that a person reads it once and not one by one. */
final class Faults {

    static final Code BAD_CATALOG =
            Code.of(
                    Kind.INVALID,
                    "bad-catalog",
                    "A file of the catalog holds something that cannot be understood or cannot be true.");

    static final Code BAD_ARCHITECTURE =
            Code.of(
                    Kind.INVALID,
                    "bad-architecture",
                    "The numbers of a model are missing, out of bounds or do not fit each other.");

    static final Code UNKNOWN_ARCHITECTURE =
            Code.of(
                    Kind.NOT_FOUND,
                    "unknown-architecture",
                    "The catalog has no model of this name.");

    private final List<Mistake> mistakes = new ArrayList<>();

    void add(Place sourceLocation, String key, String sentence) {
        mistakes.add(new Mistake(sourceLocation, key, sentence));
    }

    int count() {
        return mistakes.size();
    }

    boolean none() {
        return mistakes.isEmpty();
    }

    /** Throws all of them as one problem, if there is any. */
    void check(Code problemCode, String subject, String next) {
        if (!none()) {
            throw Mistakes.problem(problemCode, subject, mistakes, next);
        }
    }
}
