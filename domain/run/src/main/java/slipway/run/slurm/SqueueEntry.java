package slipway.run.slurm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import slipway.run.engine.LiveAttempt;

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
record SqueueEntry(
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

    /**
     * What the files of an attempt tell of it, each since its submission.
     *
     * @param untilClaim until its launch.sh began, if it is seen to have
     * @param untilExit until it wrote down how it ended, if it is seen to have
     * @param nodeUnfit a node of it starts nothing now
     */
    record AttemptTimes(
            Optional<Duration> untilClaim, Optional<Duration> untilExit, boolean nodeUnfit) {}

    /** Without anything that a person could have written: no name, no comment. */
    static final String FORMAT =
            "JobID:|,State:|,RestartCnt:|,PreemptTime:|,UserID:|,Reason:|,"
                    + "SubmitTime:|,StartTime:|,EndTime:|,NodeList:|";

    /** Slurm tells whole seconds, and does not start a job the moment that it says. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

    /** No person is so quick, and Slurm tells whole seconds. */
    private static final Duration INSTANT = Duration.ofSeconds(1);

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static final Set<String> FINAL_STATES =
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

    private static final Set<String> PENDING_STATES =
            Set.of(
                    "PENDING",
                    "CONFIGURING",
                    "REQUEUED",
                    "REQUEUE_HOLD",
                    "REQUEUE_FED",
                    "SPECIAL_EXIT",
                    "RESV_DEL_HOLD");

    static Optional<SqueueEntry> parse(String line) {
        String[] cells = line.split("\\|", -1);
        if (cells.length < 10
                || !cells[0].strip().matches("[0-9]{1,12}")
                || !cells[4].strip().matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        return Optional.of(
                new SqueueEntry(
                        Long.parseLong(cells[0].strip()),
                        cells[1].strip(),
                        !cells[2].strip().matches("0|"),
                        ScontrolLine.instant(cells[3].strip()).isPresent(),
                        Integer.parseInt(cells[4].strip()),
                        cells[5].strip(),
                        ScontrolLine.instant(cells[6].strip()),
                        ScontrolLine.instant(cells[7].strip()),
                        ScontrolLine.instant(cells[8].strip()),
                        cells[9].strip()));
    }

    /** All its processes are gone, on every node. */
    boolean over() {
        return FINAL_STATES.contains(state);
    }

    boolean pending() {
        return PENDING_STATES.contains(state);
    }

    /** Why it waits, and for how long, as far as Slurm tells. */
    String pendingReason() {
        return start.map(when -> reason + "; Slurm expects to start it at " + MINUTE.format(when))
                .orElse(reason);
    }

    /**
     * Why it is over, where Slurm knows more than the exit files.
     *
     * @param cancelledByUs whether it was us who had it cancelled
     */
    Optional<String> engineState(boolean cancelledByUs, AttemptTimes times) {
        if (restarted) {
            return Optional.of(LiveAttempt.REQUEUED);
        }
        return switch (state) {
            case "NODE_FAIL", "BOOT_FAIL" -> Optional.of(LiveAttempt.NODE_LOST);
            case "OUT_OF_MEMORY" -> Optional.of(LiveAttempt.OUT_OF_MEMORY);
            case "TIMEOUT", "DEADLINE" -> Optional.of(LiveAttempt.TIME_LIMIT);
            case "PREEMPTED" -> Optional.of(LiveAttempt.PREEMPTED);
            case "CANCELLED", "REVOKED" ->
                    preempted
                            ? Optional.of(LiveAttempt.PREEMPTED)
                            : cancelled(cancelledByUs, times);
            case "FAILED" ->
                    preempted
                            ? Optional.of(LiveAttempt.PREEMPTED)
                            : isStartedTwice(times) ? requeuedUnlessEnded(times) : Optional.empty();
            default -> preempted ? Optional.of(LiveAttempt.PREEMPTED) : Optional.empty();
        };
    }

    /** By a controller that lost its newest state. Times of different clocks are not compared. */
    private boolean isStartedTwice(AttemptTimes times) {
        return times.untilClaim.filter(began -> isBefore(began.plus(START_TOLERANCE))).isPresent();
    }

    /** What had ended by then ended by itself, and its exit code counts. The first of two that ran was lost. */
    private Optional<String> requeuedUnlessEnded(AttemptTimes times) {
        return times.untilExit.filter(this::isBefore).isPresent()
                ? Optional.empty()
                : Optional.of(LiveAttempt.REQUEUED);
    }

    /** Before Slurm started it, as it says. */
    private boolean isBefore(Duration since) {
        return submitted.isPresent()
                && start.filter(started -> started.isAfter(submitted.get().plus(since)))
                        .isPresent();
    }

    /** Whether it is cancelled on its nodes, by whomever. */
    boolean isCutShort() {
        return state.equals("CANCELLED") && !restarted && !preempted && !nodes.isEmpty();
    }

    /**
     * Not always by a person. A node that cannot start a job makes Slurm cancel it, because none may be requeued; most
     * often such a node is drained then. A controller that lost its newest state starts a job again that runs already;
     * the node refuses, and it comes to the same.
     */
    private Optional<String> cancelled(boolean cancelledByUs, AttemptTimes times) {
        if (cancelledByUs) {
            return Optional.empty();
        }
        if (times.untilClaim.isEmpty()
                && !nodes.isEmpty()
                && (times.nodeUnfit || isOverInstantly())) {
            return Optional.of(LiveAttempt.NOT_STARTED);
        }
        return isStartedTwice(times)
                ? requeuedUnlessEnded(times)
                : Optional.of(LiveAttempt.ENDED_OUTSIDE);
    }

    private boolean isOverInstantly() {
        return start.isPresent()
                && end.filter(ended -> !ended.isAfter(start.get().plus(INSTANT))).isPresent();
    }
}
