package slipway.run.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a small task found on a node.
 *
 * @param node where it ran
 * @param alike how many nodes there are of the kind that it stands for
 * @param trouble why attempts cannot run there, in words
 * @param unboxed why no sandbox works there, in words; empty where one does, or none is wanted
 * @param delay until the server saw the file that was written there; a tenth of a second is the least that is told
 * @param ahead of the server's clock; negative: behind
 */
public record ProbeResult(
        String node,
        int alike,
        Optional<String> trouble,
        Optional<String> unboxed,
        Duration delay,
        Duration ahead) {

    private static final Duration MOST_ASTRAY = Duration.ofSeconds(5);

    static ProbeResult failed(String node, int alike, String trouble) {
        return new ProbeResult(
                node, alike, Optional.of(trouble), Optional.empty(), Duration.ZERO, Duration.ZERO);
    }

    /** In a sentence, for people. */
    public String words() {
        if (trouble.isPresent()) {
            return "%s: %s".formatted(node, trouble.get());
        }
        String clock =
                ahead.abs().compareTo(MOST_ASTRAY) > 0
                        ? "; its clock is %d s %s the server's"
                                .formatted(
                                        ahead.abs().toSeconds(),
                                        ahead.isNegative() ? "behind" : "ahead of")
                        : "";
        String box = unboxed.map(why -> "; no sandbox works there: " + why).orElse("");
        return "%s (and %d like it): the attempts are shared, a file is seen after %.1f s%s%s"
                .formatted(node, alike - 1, delay.toMillis() / 1_000.0, clock, box);
    }

    /** How jobs are kept apart, in words, after so many were probed; none, before the first answered. */
    static String sandbox(SlurmSettings.Box box, List<ProbeResult> kinds) {
        if (!box.wanted()) {
            return "none: every job runs under the server's account";
        }
        if (nowhereBoxed(kinds)) {
            return "none that works on the nodes: "
                    + kinds.stream()
                            .flatMap(each -> each.unboxed.stream())
                            .findFirst()
                            .orElseThrow();
        }
        return box.trusting() ? "bubblewrap on nodes where it works" : "bubblewrap on every node";
    }

    /** Whether one was tried, and worked on no kind of node that answered. */
    static boolean nowhereBoxed(List<ProbeResult> kinds) {
        List<ProbeResult> answered = kinds.stream().filter(each -> each.trouble.isEmpty()).toList();
        return !answered.isEmpty() && answered.stream().allMatch(each -> each.unboxed.isPresent());
    }
}
