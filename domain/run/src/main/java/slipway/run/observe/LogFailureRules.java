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

/** What the last lines of a failed attempt's log tell about the failure. */
final class LogFailureRules {

    private static final int LOOK_BACK = 256 << 10;

    /** As much of a line as is repeated when a node is blamed. */
    private static final int LONGEST = 160;

    /**
     * @param met what an attempt has met that prints such a line; empty where only the line itself can tell
     */
    private record Known(Rule rule, String met) {}

    private static final List<Known> ALWAYS =
            List.of(
                    new Known(
                            new Rule(
                                    "CUDA out of memory|torch\\.(cuda\\.)?OutOfMemoryError",
                                    Action.STOP),
                            ""),
                    new Known(new Rule("^" + WorkspaceSpec.CANNOT_START, Action.STOP), ""),
                    blames("uncorrectable ECC error", "an uncorrectable memory error"),
                    blames("Xid \\(PCI|NVRM: Xid", "an error of an accelerator (Xid)"),
                    blames("CUDA error: unspecified launch failure", "a failed launch on CUDA"),
                    blames(
                            "^\\[slipway\\] No sandbox works on this node, so",
                            "no sandbox that works"));

    private final List<Known> rules;

    LogFailureRules(RetryPolicy retryPolicy) {
        rules =
                new ArrayList<>(
                        retryPolicy.rules().stream().map(rule -> new Known(rule, "")).toList());
        rules.addAll(ALWAYS);
    }

    private static Known blames(String pattern, String met) {
        return new Known(new Rule(pattern, Action.EXCLUDE_NODE), met);
    }

    /**
     * @param stop whether another try is of no use
     * @param blamed ranks whose node is blamed, and what the attempt did: "met an uncorrectable memory error"
     * @param line the first that told something
     */
    record Told(boolean stop, Map<Integer, String> blamed, String line) {}

    Told read(AttemptDirectory directory) {
        boolean stop = false;
        Map<Integer, String> blamed = new LinkedHashMap<>();
        String line = "";
        for (int rank : directory.logs()) {
            List<String> lines = lastLines(directory.log(rank));
            for (Known known : rules) {
                Rule rule = known.rule;
                BoundedRegex pattern = BoundedRegex.of(rule.pattern());
                for (String each : lines) {
                    if (pattern.isIn(each)) {
                        line = line.isEmpty() ? each.strip() : line;
                        stop |= rule.action() == Action.STOP;
                        if (rule.action() == Action.EXCLUDE_NODE) {
                            blamed.putIfAbsent(rank, did(known, each.strip()));
                        }
                        break;
                    }
                }
            }
        }
        return new Told(stop, blamed, line);
    }

    private static String did(Known known, String line) {
        return known.met.isEmpty()
                ? "printed: " + line.substring(0, Math.min(line.length(), LONGEST))
                : "met " + known.met;
    }

    private static List<String> lastLines(AttemptLogReader log) {
        long end = log.end();
        AttemptLogReader.Part part = log.read(Math.max(0, end - LOOK_BACK), LOOK_BACK);
        return LogText.of(part.bytes(), true)
                .text()
                .lines()
                .map(line -> line.substring(0, Math.min(line.length(), BoundedRegex.LONGEST_LINE)))
                .toList();
    }
}
