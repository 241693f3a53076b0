package slipway.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
                    if (pattern.matcher(each).find()) {
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

    private static List<String> lastLines(AttemptLog log) {
        long end = log.end();
        AttemptLog.Part part = log.read(Math.max(0, end - LOOK_BACK), LOOK_BACK);
        return new String(part.bytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line)
                .toList();
    }
}
