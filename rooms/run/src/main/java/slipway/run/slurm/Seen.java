package slipway.run.slurm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import slipway.run.engine.Live;

/**
 * A job as {@code squeue} told of it.
 *
 * @param state Slurm's own word
 * @param restarted somebody had it started again, which we never ask for
 * @param preempted Slurm told it to go, for another; also when it then ended by itself, with whatever exit code
 * @param user the number of the account that it belongs to
 * @param reason why it waits
 * @param start when Slurm expects to start it, or did; it does not always say
 */
record Seen(
        long number,
        String state,
        boolean restarted,
        boolean preempted,
        int user,
        String reason,
        Optional<Instant> start) {

    /** Without anything that a person could have written: no name, no comment. */
    static final String FORMAT =
            "JobID:|,State:|,RestartCnt:|,PreemptTime:|,UserID:|,Reason:|,StartTime:|";

    /** Slurm tells whole seconds, and a clock may be a little off. */
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static final Set<String> OVER =
            Set.of(
                    "COMPLETED",
                    "FAILED",
                    "CANCELLED",
                    "TIMEOUT",
                    "NODE_FAIL",
                    "PREEMPTED",
                    "BOOT_FAIL",
                    "DEADLINE",
                    "OUT_OF_MEMORY",
                    "REVOKED");

    private static final Set<String> WAITING =
            Set.of(
                    "PENDING",
                    "CONFIGURING",
                    "REQUEUED",
                    "REQUEUE_HOLD",
                    "REQUEUE_FED",
                    "SPECIAL_EXIT",
                    "RESV_DEL_HOLD");

    static Optional<Seen> parse(String line) {
        String[] cells = line.split("\\|", -1);
        if (cells.length < 7
                || !cells[0].strip().matches("[0-9]{1,12}")
                || !cells[4].strip().matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        return Optional.of(
                new Seen(
                        Long.parseLong(cells[0].strip()),
                        cells[1].strip(),
                        !cells[2].strip().matches("0|"),
                        Fields.instant(cells[3].strip()).isPresent(),
                        Integer.parseInt(cells[4].strip()),
                        cells[5].strip(),
                        Fields.instant(cells[6].strip())));
    }

    /** All its processes are gone, on every node. */
    boolean over() {
        return OVER.contains(state);
    }

    boolean waiting() {
        return WAITING.contains(state);
    }

    /** Why it waits, and for how long, as far as Slurm tells. */
    String waitsFor() {
        return start.map(when -> reason + "; Slurm expects to start it at " + MINUTE.format(when))
                .orElse(reason);
    }

    /**
     * Why it is over, where Slurm knows more than the exit files.
     *
     * @param ours whether it was us who had it cancelled
     * @param confused whether Slurm may have cancelled it by itself, because it took it for another
     */
    Optional<String> word(boolean ours, boolean confused) {
        if (restarted || (confused && !ours && state.equals("CANCELLED"))) {
            return Optional.of(Live.REQUEUED);
        }
        return switch (state) {
            case "NODE_FAIL", "BOOT_FAIL" -> Optional.of(Live.NODE_LOST);
            case "OUT_OF_MEMORY" -> Optional.of(Live.OUT_OF_MEMORY);
            case "TIMEOUT", "DEADLINE" -> Optional.of(Live.TIME_LIMIT);
            case "PREEMPTED" -> Optional.of(Live.PREEMPTED);
            default -> preempted ? Optional.of(Live.PREEMPTED) : cancelled(ours);
        };
    }

    /** Whether Slurm says that it started the job when its launch.sh ran already. */
    boolean isStartedAfter(Instant began) {
        return start.filter(told -> told.isAfter(began.plus(AT_ONCE))).isPresent();
    }

    private Optional<String> cancelled(boolean ours) {
        boolean outside = !ours && (state.equals("CANCELLED") || state.equals("REVOKED"));
        return outside ? Optional.of(Live.ENDED_OUTSIDE) : Optional.empty();
    }
}
