package slipway.run.attempt;

import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * A regular expression of a user, applied to output of a program. It gives up after a number of steps, because
 * backtracking can take exponential time.
 */
public final class BoundedRegex {

    /** Longer lines are truncated before the search. */
    public static final int MAX_LINE = 2_000;

    /** Far more character reads than a reasonable expression needs for one line. */
    private static final int MAX_STEPS = 200_000;

    private final Pattern pattern;
    private long steps;

    private BoundedRegex(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * @throws java.util.regex.PatternSyntaxException if the expression is invalid
     */
    public static BoundedRegex of(String expression) {
        return new BoundedRegex(Pattern.compile(expression));
    }

    /** Whether the expression matches in the line; false if the search takes too long. */
    public boolean isFoundIn(String line) {
        var left = new AtomicLong(MAX_STEPS);
        try {
            String cut = line.length() > MAX_LINE ? line.substring(0, MAX_LINE) : line;
            return pattern.matcher(new CountedSequence(cut, left)).find();
        } catch (TooLong | StackOverflowError e) {
            return false;
        } finally {
            steps += MAX_STEPS - Math.max(0, left.get());
        }
    }

    /** The number of character reads so far. */
    long steps() {
        return steps;
    }

    /** A line that fails after a number of character reads. */
    private record CountedSequence(CharSequence line, AtomicLong left) implements CharSequence {

        @Override
        public char charAt(int index) {
            if (left.decrementAndGet() < 0) {
                throw new TooLong();
            }
            return line.charAt(index);
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedSequence(line.subSequence(start, end), left);
        }

        @Override
        public String toString() {
            return line.toString();
        }
    }

    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("too long", null, false, false);
        }
    }
}
