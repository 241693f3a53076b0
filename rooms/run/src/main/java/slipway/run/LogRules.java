package slipway.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLog;
import slipway.spec.workload.Retry;
import slipway.spec.workload.Retry.Action;
import slipway.spec.workload.Retry.Rule;

/** What the last lines of a failed attempt's log tell about the failure. */
final class LogRules {

    private static final int LOOK_BACK = 256 << 10;

    /** A longer line is cut before it is searched: a pattern may take long on a long one. */
    private static final int LONGEST_LINE = 2_000;

    /** Far more than any sensible pattern needs for one line. */
    private static final int MOST_STEPS = 200_000;

    private static final List<Rule> ALWAYS =
            List.of(
                    new Rule("CUDA out of memory|torch\\.(cuda\\.)?OutOfMemoryError", Action.STOP),
                    new Rule(
                            "uncorrectable ECC error|Xid \\(PCI|CUDA error: unspecified launch"
                                    + " failure|NVRM: Xid",
                            Action.EXCLUDE_NODE));

    private final List<Rule> rules;

    LogRules(Retry retry) {
        rules = new ArrayList<>(retry.rules());
        rules.addAll(ALWAYS);
    }

    /**
     * @param stop whether another try is of no use
     * @param blamed ranks whose node is blamed
     * @param line the first that told something
     */
    record Told(boolean stop, List<Integer> blamed, String line) {}

    Told read(AttemptDirectory directory) {
        boolean stop = false;
        List<Integer> blamed = new ArrayList<>();
        String line = "";
        for (int rank : directory.logs()) {
            List<String> lines = lastLines(directory.log(rank));
            for (Rule rule : rules) {
                Pattern pattern = Pattern.compile(rule.pattern());
                for (String each : lines) {
                    if (found(pattern, each)) {
                        line = line.isEmpty() ? each.strip() : line;
                        stop |= rule.action() == Action.STOP;
                        if (rule.action() == Action.EXCLUDE_NODE && !blamed.contains(rank)) {
                            blamed.add(rank);
                        }
                        break;
                    }
                }
            }
        }
        return new Told(stop, blamed, line);
    }

    /** A pattern that takes too long on a line says nothing of it: it must not hold up everybody else. */
    private static boolean found(Pattern pattern, String line) {
        try {
            return pattern.matcher(new Patient(line, new AtomicInteger(MOST_STEPS))).find();
        } catch (TooLong | StackOverflowError e) {
            return false;
        }
    }

    /** A line that is read only so often. */
    private record Patient(CharSequence line, AtomicInteger left) implements CharSequence {

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
            return new Patient(line.subSequence(start, end), left);
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

    private static List<String> lastLines(AttemptLog log) {
        long end = log.end();
        AttemptLog.Part part = log.read(Math.max(0, end - LOOK_BACK), LOOK_BACK);
        return new String(part.bytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line)
                .toList();
    }
}
