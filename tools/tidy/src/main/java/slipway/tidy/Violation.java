package slipway.tidy;

import java.util.Comparator;
import slipway.tidy.checkout.TreeMatch;

/**
 * One place that breaks one rule.
 *
 * @param file the path from the root of the checkout, with slashes; a folder if the rule is about a whole package
 * @param line counted from 1
 * @param member the method, field or type the place is in, or empty; an exemption may name it
 * @param message the problem and the remedy
 */
public record Violation(String rule, String file, int line, String member, String message)
        implements Comparable<Violation> {

    private static final Comparator<Violation> BY_PLACE =
            Comparator.comparing(Violation::file)
                    .thenComparingInt(Violation::line)
                    .thenComparing(Violation::rule)
                    .thenComparing(Violation::message)
                    .thenComparing(Violation::member);

    static Violation at(String rule, String file, int line, String what) {
        return new Violation(rule, file, line, "", what);
    }

    static Violation at(String rule, TreeMatch<?> treeMatch, String what) {
        return new Violation(
                rule, treeMatch.source().path(), treeMatch.line(), treeMatch.member(), what);
    }

    @Override
    public int compareTo(Violation other) {
        return BY_PLACE.compare(this, other);
    }

    @Override
    public String toString() {
        return file + ":" + line + "  " + rule + "  " + message;
    }
}
