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
 * A job as listed by {@code squeue}.
 *
 * @param state Slurm's state name
 * @param restarted whether it was requeued, which this engine never does
 * @param preempted whether Slurm preempted it, even if it then ended by itself with any exit code
 * @param user the uid of its owner
 * @param reason why it is pending
 * @param nodes the host list of its nodes; empty before it is allocated
 */
record SqueueEntry(
        long number,
        String state,
        boolean restarted,
        boolean preempted,
        int user,
        String reason,
        QueueTimes times,
        String nodes) {

    /**
     * Slurm's times of a job, as far as known.
     *
     * @param submitted when Slurm accepted it
     * @param start when Slurm started it or expects to
     * @param end when it ended, or its latest end
     */
    record QueueTimes(
            Optional<Instant> submitted, Optional<Instant> start, Optional<Instant> end) {}

    /**
     * Times read from the files of an attempt, each since its submission.
     *
     * @param untilClaim until launch.sh claimed the attempt, if it did
     * @param untilExit until the exit code was recorded, if it was
     * @param nodeUnfit whether a node of the job is drained or down now
     */
    record AttemptTimes(
            Optional<Duration> untilClaim, Optional<Duration> untilExit, boolean nodeUnfit) {}

    /** Contains no field with free text of a user, such as a name or a comment. */
    static final String FORMAT =
            "JobID:|,State:|,RestartCnt:|,PreemptTime:|,UserID:|,Reason:|,"
                    + "SubmitTime:|,StartTime:|,EndTime:|,NodeList:|";

    /** Slurm reports whole seconds, and starts a job a little later than it reports. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

    /** A job that is cancelled this fast was not cancelled by a person; Slurm reports whole seconds. */
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
                        new QueueTimes(
                                ScontrolLine.instant(cells[6].strip()),
                                ScontrolLine.instant(cells[7].strip()),
                                ScontrolLine.instant(cells[8].strip())),
                        cells[9].strip()));
    }

    /** Whether all its processes have ended, on every node. */
    boolean over() {
        return FINAL_STATES.contains(state);
    }

    boolean pending() {
        return PENDING_STATES.contains(state);
    }

    /** Why the job is pending, and when Slurm expects to start it, if known. */
    String pendingReason() {
        return times.start
                .map(when -> reason + "; Slurm expects to start it at " + MINUTE.format(when))
                .orElse(reason);
    }

    /**
     * Why the job ended, where Slurm knows more than the exit files, such as a lost node.
     *
     * @param cancelledByUs whether this engine cancelled it
     */
    Optional<String> engineState(boolean cancelledByUs, AttemptTimes attemptTimes) {
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
                            : cancelled(cancelledByUs, attemptTimes);
            case "FAILED" ->
                    preempted
                            ? Optional.of(LiveAttempt.PREEMPTED)
                            : isStartedTwice(attemptTimes)
                                    ? requeuedUnlessEnded(attemptTimes)
                                    : Optional.empty();
            default -> preempted ? Optional.of(LiveAttempt.PREEMPTED) : Optional.empty();
        };
    }

    /** Whether a controller that lost its newest state started the job twice; compares durations, never two clocks. */
    private boolean isStartedTwice(AttemptTimes attemptTimes) {
        return attemptTimes
                .untilClaim
                .filter(began -> isBefore(began.plus(START_TOLERANCE)))
                .isPresent();
    }

    /** If the first start had ended before the second, its exit code counts; otherwise it was lost. */
    private Optional<String> requeuedUnlessEnded(AttemptTimes attemptTimes) {
        return attemptTimes.untilExit.filter(this::isBefore).isPresent()
                ? Optional.empty()
                : Optional.of(LiveAttempt.REQUEUED);
    }

    /** Whether this time after the submission is before Slurm's start time. */
    private boolean isBefore(Duration since) {
        return times.submitted.isPresent()
                && times.start
                        .filter(started -> started.isAfter(times.submitted.get().plus(since)))
                        .isPresent();
    }

    /** Whether it was cancelled after it had nodes. */
    boolean isCutShort() {
        return state.equals("CANCELLED") && !restarted && !preempted && !nodes.isEmpty();
    }

    /**
     * A cancelled job was not always cancelled by a person. If a node cannot start a job, Slurm cancels the job,
     * because it may not be requeued, and usually drains the node. A controller that lost its newest state starts a
     * running job again; the node refuses, and Slurm cancels the job as well.
     */
    private Optional<String> cancelled(boolean cancelledByUs, AttemptTimes attemptTimes) {
        if (cancelledByUs) {
            return Optional.empty();
        }
        if (attemptTimes.untilClaim.isEmpty()
                && !nodes.isEmpty()
                && (attemptTimes.nodeUnfit || isOverInstantly())) {
            return Optional.of(LiveAttempt.NOT_STARTED);
        }
        return isStartedTwice(attemptTimes)
                ? requeuedUnlessEnded(attemptTimes)
                : Optional.of(LiveAttempt.ENDED_OUTSIDE);
    }

    private boolean isOverInstantly() {
        return times.start.isPresent()
                && times.end
                        .filter(ended -> !ended.isAfter(times.start.get().plus(INSTANT)))
                        .isPresent();
    }
}
