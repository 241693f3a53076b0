package slipway.run;

import java.util.ArrayList;
import java.util.List;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLog;
import slipway.run.attempt.Cautious;
import slipway.run.attempt.LogText;
import slipway.spec.workload.Retry;
import slipway.spec.workload.Retry.Action;
import slipway.spec.workload.Retry.Rule;

/** What the last lines of a failed attempt's log tell about the failure. */
final class LogRules {

    private static final int LOOK_BACK = 256 << 10;

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
                Cautious pattern = Cautious.of(rule.pattern());
                for (String each : lines) {
                    if (pattern.isIn(each)) {
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
        return LogText.of(part.bytes(), true)
                .text()
                .lines()
                .map(line -> line.substring(0, Math.min(line.length(), Cautious.LONGEST_LINE)))
                .toList();
    }
}
