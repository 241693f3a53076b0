package slipway.run.attempt;

import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * A regular expression that a person wrote, applied to lines that a program printed. Some expressions take for ever on
 * some lines; this one gives up.
 */
public final class BoundedRegex {

    /** A longer line is cut before it is searched. */
    public static final int MAX_LINE = 2_000;

    /** Far more than any sensible expression needs for one line. */
    private static final int MAX_STEPS = 200_000;

    private final Pattern pattern;
    private long steps;

    private BoundedRegex(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * @throws java.util.regex.PatternSyntaxException if it is none
     */
    public static BoundedRegex of(String expression) {
        return new BoundedRegex(Pattern.compile(expression));
    }

    /** Whether it is in the line; one that takes too long says nothing of it. */
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

    /** How many characters it has looked at so far, counting each look. */
    long steps() {
        return steps;
    }

    /** A line that is read only so often. */
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
