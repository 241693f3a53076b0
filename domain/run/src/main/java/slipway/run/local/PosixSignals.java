package slipway.run.local;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Optional;

/** Sends any signal to any process, which Java cannot. */
final class PosixSignals {

    static final int KILL = 9;
    static final int TERM = 15;

    private static final Map<String, Integer> SIGNALS =
            Map.of(
                    "HUP", 1, "INT", 2, "QUIT", 3, "USR1", 10, "USR2", 12, "TERM", 15, "CONT", 18,
                    "URG", 23);

    private static final Call KILL_CALL =
            CLibrary.bind(
                    "kill",
                    Call.class,
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private PosixSignals() {}

    /** The signature of kill(2); public only because the JDK makes a proxy for it. */
    @FunctionalInterface
    public interface Call {
        int apply(int pid, int signal);
    }

    /** The Linux number of a signal name, with or without {@code SIG}. */
    static Optional<Integer> signal(String name) {
        return Optional.ofNullable(SIGNALS.get(name.startsWith("SIG") ? name.substring(3) : name));
    }

    /** Returns whether the process exists and may be signalled. */
    static boolean kill(int pid, int signal) {
        if (pid <= 1) {
            throw new IllegalArgumentException(
                    "A signal to process %d would reach others".formatted(pid));
        }
        return KILL_CALL.apply(pid, signal) == 0;
    }
}
