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
 * @param submitted when Slurm took it
 * @param start when Slurm expects to start it, or did; it does not always say
 * @param end when it was over, or will be at the latest
 * @param nodes those that Slurm has given it, as Slurm writes a list; empty before
 */
record Seen(
        long number,
        String state,
        boolean restarted,
        boolean preempted,
        int user,
        String reason,
        Optional<Instant> submitted,
        Optional<Instant> start,
        Optional<Instant> end,
        String nodes) {

    /** Without anything that a person could have written: no name, no comment. */
    static final String FORMAT =
            "JobID:|,State:|,RestartCnt:|,PreemptTime:|,UserID:|,Reason:|,"
                    + "SubmitTime:|,StartTime:|,EndTime:|,NodeList:|";

    /** Slurm tells whole seconds, and does not start a job the moment that it says. */
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    /** A node that cannot start a job says so within that. */
    private static final Duration SOON = Duration.ofSeconds(10);

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
        if (cells.length < 10
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
                        Fields.instant(cells[6].strip()),
                        Fields.instant(cells[7].strip()),
                        Fields.instant(cells[8].strip()),
                        cells[9].strip()));
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
     * @param waited how long it took from its submission until its launch.sh began, if it is seen to have
     */
    Optional<String> word(boolean ours, Optional<Duration> waited) {
        if (restarted) {
            return Optional.of(Live.REQUEUED);
        }
        return switch (state) {
            case "NODE_FAIL", "BOOT_FAIL" -> Optional.of(Live.NODE_LOST);
            case "OUT_OF_MEMORY" -> Optional.of(Live.OUT_OF_MEMORY);
            case "TIMEOUT", "DEADLINE" -> Optional.of(Live.TIME_LIMIT);
            case "PREEMPTED" -> Optional.of(Live.PREEMPTED);
            case "CANCELLED", "REVOKED" ->
                    preempted ? Optional.of(Live.PREEMPTED) : cancelled(ours, waited);
            default -> preempted ? Optional.of(Live.PREEMPTED) : Optional.empty();
        };
    }

    /** It failed because it ran already: a controller that lost its newest state had started it again. */
    boolean startedTwice(Optional<Duration> waited) {
        return state.equals("FAILED") && waited.filter(this::isStartedLater).isPresent();
    }

    /**
     * Not always by a person. A node that cannot start a job makes Slurm cancel it, because none may be requeued. A
     * controller that lost its newest state starts a job again that runs already; the node refuses, and it comes to the
     * same.
     */
    private Optional<String> cancelled(boolean ours, Optional<Duration> waited) {
        if (ours) {
            return Optional.empty();
        }
        if (waited.isEmpty() && !nodes.isEmpty() && isOverSoon()) {
            return Optional.of(Live.NOT_STARTED);
        }
        boolean twice = waited.filter(this::isStartedLater).isPresent();
        return Optional.of(twice ? Live.REQUEUED : Live.ENDED_OUTSIDE);
    }

    private boolean isOverSoon() {
        return start.isPresent()
                && end.filter(over -> !over.isAfter(start.get().plus(SOON))).isPresent();
    }

    /** Slurm says that it started it when its launch.sh ran already. Times of different clocks are not compared. */
    private boolean isStartedLater(Duration waited) {
        return submitted.isPresent()
                && start.filter(told -> told.isAfter(submitted.get().plus(waited).plus(AT_ONCE)))
                        .isPresent();
    }
}
