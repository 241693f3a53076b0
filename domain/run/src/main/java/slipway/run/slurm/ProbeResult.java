package slipway.run.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a probe on a node.
 *
 * @param node the probed node
 * @param similarNodes number of nodes of this kind
 * @param problem why attempts cannot run there
 * @param sandboxProblem why no sandbox works there; empty if one works or none is configured
 * @param visibleAfter time until the server saw the file that the node wrote, in steps of 0.1 s
 * @param clockOffset how far the node's clock is ahead of the server's; negative if it is behind
 */
public record ProbeResult(
        String node,
        int similarNodes,
        Optional<String> problem,
        Optional<String> sandboxProblem,
        Duration visibleAfter,
        Duration clockOffset) {

    private static final Duration MAX_CLOCK_OFFSET = Duration.ofSeconds(5);

    static ProbeResult failed(String node, int similarNodes, String problem) {
        return new ProbeResult(
                node,
                similarNodes,
                Optional.of(problem),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO);
    }

    /** The result as a sentence. */
    public String describe() {
        if (problem.isPresent()) {
            return "%s: %s".formatted(node, problem.get());
        }
        String clock =
                clockOffset.abs().compareTo(MAX_CLOCK_OFFSET) > 0
                        ? "; its clock is %d s %s the server's"
                                .formatted(
                                        clockOffset.abs().toSeconds(),
                                        clockOffset.isNegative() ? "behind" : "ahead of")
                        : "";
        String sandbox = sandboxProblem.map(why -> "; no sandbox works there: " + why).orElse("");
        return String.format(
                Locale.ROOT,
                "%s (and %d like it): the attempts are shared, a file is seen after %.1f s%s%s",
                node,
                similarNodes - 1,
                visibleAfter.toMillis() / 1_000.0,
                clock,
                sandbox);
    }

    /** How jobs are isolated, as far as the results show. */
    static String sandbox(SlurmSettings.Sandbox sandbox, List<ProbeResult> results) {
        if (!sandbox.wanted()) {
            return "none: every job runs under the server's account";
        }
        if (isSandboxMissing(results)) {
            return "none that works on the nodes: "
                    + results.stream()
                            .flatMap(each -> each.sandboxProblem.stream())
                            .findFirst()
                            .orElseThrow();
        }
        return sandbox.trusting()
                ? "bubblewrap on nodes where it works"
                : "bubblewrap on every node";
    }

    /** Whether the sandbox failed on every kind of node that answered. */
    static boolean isSandboxMissing(List<ProbeResult> results) {
        List<ProbeResult> answered =
                results.stream().filter(each -> each.problem.isEmpty()).toList();
        return !answered.isEmpty()
                && answered.stream().allMatch(each -> each.sandboxProblem.isPresent());
    }
}
