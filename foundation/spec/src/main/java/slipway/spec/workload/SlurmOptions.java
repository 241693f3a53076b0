package slipway.spec.workload;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import slipway.spec.Nearest;
import slipway.spec.Shown;

/** The options of sbatch, by their long names, and what becomes of those that mean nothing here. */
final class SlurmOptions {

    private static final Map<Character, String> SHORT =
            Map.ofEntries(
                    Map.entry('A', "--account"),
                    Map.entry('a', "--array"),
                    Map.entry('b', "--begin"),
                    Map.entry('C', "--constraint"),
                    Map.entry('c', "--cpus-per-task"),
                    Map.entry('D', "--chdir"),
                    Map.entry('d', "--dependency"),
                    Map.entry('e', "--error"),
                    Map.entry('F', "--nodefile"),
                    Map.entry('G', "--gpus"),
                    Map.entry('H', "--hold"),
                    Map.entry('i', "--input"),
                    Map.entry('J', "--job-name"),
                    Map.entry('k', "--no-kill"),
                    Map.entry('L', "--licenses"),
                    Map.entry('M', "--clusters"),
                    Map.entry('m', "--distribution"),
                    Map.entry('N', "--nodes"),
                    Map.entry('n', "--ntasks"),
                    Map.entry('O', "--overcommit"),
                    Map.entry('o', "--output"),
                    Map.entry('p', "--partition"),
                    Map.entry('Q', "--quiet"),
                    Map.entry('q', "--qos"),
                    Map.entry('s', "--oversubscribe"),
                    Map.entry('t', "--time"),
                    Map.entry('v', "--verbose"),
                    Map.entry('W', "--wait"),
                    Map.entry('w', "--nodelist"),
                    Map.entry('x', "--exclude"));

    /** Those that stand alone, or whose value only ever follows an equals sign. */
    private static final Set<String> ALONE =
            Set.of(
                    "--contiguous",
                    "--exclusive",
                    "--get-user-env",
                    "--hold",
                    "--ignore-pbs",
                    "--nice",
                    "--no-kill",
                    "--no-requeue",
                    "--overcommit",
                    "--oversubscribe",
                    "--parsable",
                    "--quiet",
                    "--reboot",
                    "--requeue",
                    "--spread-job",
                    "--test-only",
                    "--use-min-nodes",
                    "--verbose",
                    "--wait");

    /** Those that become keys of the spec. */
    static final Set<String> MAPPED =
            Set.of(
                    "--account",
                    "--array",
                    "--chdir",
                    "--constraint",
                    "--cpus-per-gpu",
                    "--cpus-per-task",
                    "--dependency",
                    "--export",
                    "--gpus",
                    "--gpus-per-node",
                    "--gpus-per-task",
                    "--gres",
                    "--job-name",
                    "--mem",
                    "--mem-per-cpu",
                    "--mem-per-gpu",
                    "--nice",
                    "--nodes",
                    "--ntasks",
                    "--ntasks-per-node",
                    "--qos",
                    "--signal",
                    "--time");

    private static final String LOGS = "Slipway keeps the log itself; see slipway logs.";
    private static final String PLACES =
            "Slipway chooses the nodes; labels in a spec say what they must have.";
    private static final String AGAIN =
            "After a preemption or a lost node Slipway always starts a workload again.";
    private static final String NOT_HERE = "It means nothing here.";

    /** Why others are left out. */
    private static final Map<String, String> LEFT_OUT =
            Map.ofEntries(
                    Map.entry("--output", LOGS),
                    Map.entry("--error", LOGS),
                    Map.entry("--open-mode", LOGS),
                    Map.entry("--partition", PLACES),
                    Map.entry("--nodelist", PLACES),
                    Map.entry("--nodefile", PLACES),
                    Map.entry("--exclude", PLACES),
                    Map.entry("--reservation", PLACES),
                    Map.entry("--switches", "Write within: rack in a spec."),
                    Map.entry("--requeue", AGAIN),
                    Map.entry("--no-requeue", AGAIN),
                    Map.entry(
                            "--exclusive",
                            "A workload has its accelerators to itself in any case."),
                    Map.entry("--mail-type", "Alerts are set up on the server."),
                    Map.entry("--mail-user", "Alerts are set up on the server."),
                    Map.entry("--begin", "It is queued at once."),
                    Map.entry("--hold", "It is queued at once."),
                    Map.entry("--deadline", NOT_HERE),
                    Map.entry(
                            "--priority",
                            "Write priority: low, normal, high or critical in a spec."));

    private static final Set<String> OTHERS =
            Set.of(
                    "--acctg-freq",
                    "--batch",
                    "--bb",
                    "--clusters",
                    "--comment",
                    "--core-spec",
                    "--cores-per-socket",
                    "--cpu-freq",
                    "--distribution",
                    "--extra-node-info",
                    "--gpu-bind",
                    "--gpu-freq",
                    "--gres-flags",
                    "--hint",
                    "--input",
                    "--kill-on-invalid-dep",
                    "--licenses",
                    "--mem-bind",
                    "--mincpus",
                    "--network",
                    "--ntasks-per-core",
                    "--ntasks-per-gpu",
                    "--ntasks-per-socket",
                    "--prefer",
                    "--profile",
                    "--propagate",
                    "--sockets-per-node",
                    "--threads-per-core",
                    "--time-min",
                    "--tmp",
                    "--wckey");

    private SlurmOptions() {}

    /** {@code -N2}, {@code --nodes=2} and {@code --nodes} are all {@code --nodes}. */
    static String option(String word) {
        if (word.startsWith("--")) {
            return word.replaceAll("=.*", "");
        }
        return SHORT.getOrDefault(word.charAt(1), word.substring(0, 2));
    }

    /** The value that is written in the same word. */
    static Optional<String> value(String word) {
        if (word.startsWith("--")) {
            int equals = word.indexOf('=');
            return equals < 0 ? Optional.empty() : Optional.of(word.substring(equals + 1));
        }
        return word.length() > 2 ? Optional.of(word.substring(2)) : Optional.empty();
    }

    /** An option we do not know may well be followed by its value. */
    static boolean mayTakeValue(String option) {
        return !ALONE.contains(option);
    }

    static boolean needsValue(String option) {
        return mayTakeValue(option) && isKnown(option);
    }

    static boolean isKnown(String option) {
        return known().contains(option);
    }

    /** What is said of an option that becomes no key. */
    static String leftOut(String option) {
        if (isKnown(option)) {
            return option + " is left out. " + LEFT_OUT.getOrDefault(option, NOT_HERE);
        }
        return Shown.key(option)
                + " is not understood and left out."
                + Nearest.didYouMean(option, known());
    }

    private static Set<String> known() {
        var known = new TreeSet<>(MAPPED);
        known.addAll(LEFT_OUT.keySet());
        known.addAll(OTHERS);
        known.addAll(ALONE);
        return known;
    }
}
