package slipway.testkit.runner;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a test needs besides the processor. A test class says so with JUnit's {@code @Tag}; one without a tag is pure:
 * it
 * starts no process, opens no socket and needs no browser.
 */
public enum Lane {
    /** Waits for Slurm most of the time, so several clusters run at once. */
    SLURM(3, false),
    BROWSER(1, false),
    /** Looks at what was packaged; the name of the class ends in IT. */
    PACKAGED(1, false),
    /** Starts other processes: jobs, servers, shells. */
    PROCESS(2, false),
    DATABASE(1, false),
    /** Opens sockets on this machine. */
    NETWORK(1, false),
    PURE(Integer.MAX_VALUE, true);

    private final int workers;
    private final boolean computes;

    Lane(int workers, boolean computes) {
        this.workers = workers;
        this.computes = computes;
    }

    /** How many workers of this lane may run at once. */
    int workers() {
        return workers;
    }

    /** Whether it keeps a processor busy: such workers share the processors, the others run beside them. */
    boolean computes() {
        return computes;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of several tags the one that comes first here decides. */
    static Lane of(String className, Set<String> tags) {
        if (className.endsWith("IT")) {
            return PACKAGED;
        }
        return Arrays.stream(values())
                .filter(lane -> tags.contains(lane.label()))
                .findFirst()
                .orElse(PURE);
    }

    static Optional<Lane> named(String label) {
        return Arrays.stream(values()).filter(lane -> lane.label().equals(label)).findFirst();
    }
}
