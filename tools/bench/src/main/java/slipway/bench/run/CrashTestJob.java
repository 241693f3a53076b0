package slipway.bench.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import slipway.bench.kit.BenchContext;

/**
 * One submission of the crash test: its spec and its required end. Each attempt writes a line when it begins and one
 * before it ends, into a shared file, which shows the real runs without the server.
 */
record CrashTestJob(int number) {

    /** The kinds of jobs by their end. */
    enum Sort {
        PLAIN("exit 0", Optional.of(0), "succeeded"),
        /** It fails without a retry. */
        FAILS("exit 7", Optional.of(7), "failed"),
        /** It fails the first time it runs, and only then. */
        RETRIES("mkdir $SLIPWAY_NAME 2> /dev/null && exit 9; exit 0", Optional.of(0), "succeeded"),
        /** It leaves a process outside its session; the server must end that process. */
        LEAVES_PROCESS("setsid sleep 600 & exit 0", Optional.of(0), "succeeded"),
        /** It is cancelled as soon as it is there. */
        CANCELLED("exit 0", Optional.empty(), "cancelled");

        private final String last;
        private final Optional<Integer> exitCode;
        private final String outcome;

        Sort(String last, Optional<Integer> exitCode, String outcome) {
            this.last = last;
            this.exitCode = exitCode;
            this.outcome = outcome;
        }
    }

    /** The first words of the lines of an attempt. */
    static final String BEGIN = "begin";

    static final String END = "end";

    /** The file of all lines, in the folder of the jobs. */
    static final String LINES = "lines";

    private static final int ROUND = 16;
    private static final Map<Integer, Sort> SORTS =
            Map.of(3, Sort.FAILS, 5, Sort.RETRIES, 7, Sort.LEAVES_PROCESS, 11, Sort.CANCELLED);

    /** Its name and its idempotency key. */
    String key() {
        return "chore-" + number;
    }

    Sort sort() {
        return SORTS.getOrDefault(number % ROUND, Sort.PLAIN);
    }

    /** Whether its client does not repeat a submission without an answer. */
    boolean givesUp() {
        return number % ROUND == ROUND - 1;
    }

    /** Its spec, with this folder as the working directory. */
    String spec(Path folder) {
        return """
        name: %s
        workdir: %s
        resources: {cpus: 0.1}
        retry: {attempts: %d, backoff: 1s}
        run: |
          echo "%s $SLIPWAY_NAME $SLIPWAY_ATTEMPT" >> %s
          sleep %s
          echo "%s $SLIPWAY_NAME $SLIPWAY_ATTEMPT" >> %s
          %s
        """
                .formatted(
                        key(),
                        folder,
                        sort() == Sort.RETRIES ? 2 : 1,
                        BEGIN,
                        LINES,
                        length(),
                        END,
                        LINES,
                        sort().last);
    }

    /** In seconds: up to half a second, so that some outlive the server that started them. */
    private String length() {
        int millis = sort() == Sort.CANCELLED ? 120_000 : number * 37 % 500;
        return BenchContext.format("%.3f", millis / 1e3);
    }

    /** Whether this end is allowed. */
    boolean mayEnd(String outcome, Optional<Integer> exitCode) {
        return outcome.equals(sort().outcome)
                && (sort().exitCode.isEmpty() || sort().exitCode.equals(exitCode));
    }

    /** The number of its attempts that complete, independent of the server. */
    int runs() {
        return switch (sort()) {
            case PLAIN, FAILS, LEAVES_PROCESS -> 1;
            case RETRIES -> 2;
            case CANCELLED -> 0;
        };
    }
}
