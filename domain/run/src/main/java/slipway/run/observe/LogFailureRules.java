package slipway.run.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.BoundedRegex;
import slipway.run.attempt.LogText;
import slipway.spec.workload.RetryPolicy;
import slipway.spec.workload.RetryPolicy.Action;
import slipway.spec.workload.RetryPolicy.Rule;
import slipway.spec.workload.WorkspaceSpec;

/** Searches the last lines of a failed attempt's log for the cause of the failure. */
final class LogFailureRules {

    private static final int TAIL_BYTES = 256 << 10;

    /** The length of a line that is quoted when a node is excluded. */
    private static final int LONGEST = 160;

    /** @param error what an attempt met that prints such a line; empty if only the line itself can tell */
    private record LogRule(Rule rule, String error) {}

    private static final List<LogRule> ALWAYS =
            List.of(
                    new LogRule(
                            new Rule(
                                    "CUDA out of memory|torch\\.(cuda\\.)?OutOfMemoryError",
                                    Action.STOP),
                            ""),
                    new LogRule(new Rule("^" + WorkspaceSpec.CANNOT_START, Action.STOP), ""),
                    excludesNode("uncorrectable ECC error", "an uncorrectable memory error"),
                    excludesNode("Xid \\(PCI|NVRM: Xid", "an error of an accelerator (Xid)"),
                    excludesNode(
                            "CUDA error: unspecified launch failure", "a failed launch on CUDA"),
                    excludesNode(
                            "^\\[slipway\\] No sandbox works on this node, so",
                            "no sandbox that works"));

    private final List<LogRule> rules;

    LogFailureRules(RetryPolicy retryPolicy) {
        rules =
                new ArrayList<>(
                        retryPolicy.rules().stream().map(rule -> new LogRule(rule, "")).toList());
        rules.addAll(ALWAYS);
    }

    private static LogRule excludesNode(String pattern, String error) {
        return new LogRule(new Rule(pattern, Action.EXCLUDE_NODE), error);
    }

    /**
     * @param stop whether a retry is useless
     * @param blamed the ranks whose node is excluded, and what the attempt did: "met an uncorrectable memory error"
     * @param line the first line that matched
     */
    record Diagnosis(boolean stop, Map<Integer, String> blamed, String line) {}

    Diagnosis diagnose(AttemptDirectory directory) {
        boolean stop = false;
        Map<Integer, String> blamed = new LinkedHashMap<>();
        String line = "";
        for (int rank : directory.logs()) {
            List<String> lines = lastLines(directory.log(rank));
            for (LogRule logRule : rules) {
                Rule rule = logRule.rule;
                BoundedRegex pattern = BoundedRegex.of(rule.pattern());
                for (String each : lines) {
                    if (pattern.isFoundIn(each)) {
                        line = line.isEmpty() ? each.strip() : line;
                        stop |= rule.action() == Action.STOP;
                        if (rule.action() == Action.EXCLUDE_NODE) {
                            blamed.putIfAbsent(rank, blameText(logRule, each.strip()));
                        }
                        break;
                    }
                }
            }
        }
        return new Diagnosis(stop, blamed, line);
    }

    private static String blameText(LogRule logRule, String line) {
        return logRule.error.isEmpty()
                ? "printed: " + line.substring(0, Math.min(line.length(), LONGEST))
                : "met " + logRule.error;
    }

    private static List<String> lastLines(AttemptLogReader log) {
        long end = log.end();
        AttemptLogReader.Part part = log.read(Math.max(0, end - TAIL_BYTES), TAIL_BYTES);
        return LogText.of(part.bytes(), true)
                .text()
                .lines()
                .map(line -> line.substring(0, Math.min(line.length(), BoundedRegex.MAX_LINE)))
                .toList();
    }
}
