package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.LiveAttempt.Phase;
import slipway.run.engine.PosixAccount;
import slipway.schedule.snapshot.Placement;

/** An attempt submitted to Slurm, as far as this server knows. It has no number before Slurm has accepted it. */
final class SlurmJob {

    /** Queries in a row without the job before it counts as gone: a restarted controller may lag. */
    private static final int MAX_ABSENCES = 2;

    /** The same for a job without an exit file: its processes may still run until Slurm kills them. */
    private static final int MAX_ABSENCES_WITHOUT_EXIT = 30;

    /** Ticks of the engine after a change in which the job is polled more often. */
    private static final int FAST_POLL_TICKS = 32;

    private final AttemptDirectory directory;
    private final Placement requested;
    private final Optional<PosixAccount> account;
    private Optional<Long> number;
    private boolean cancelledByUs;
    private Phase phase = Phase.WAITING;
    private Optional<String> engineState = Optional.empty();
    private Optional<Placement> placement = Optional.empty();
    private boolean submitting;
    private boolean claimed;
    private Optional<Instant> doubtSince = Optional.empty();
    private boolean exitSeen;
    private boolean cutShortSeen;
    private int absences;
    private int ticksSinceChange = -1;

    /** A job that an earlier server submitted. */
    SlurmJob(SlurmLaunchRecords.Entry entry) {
        this.directory = entry.directory();
        this.requested = entry.placement();
        this.account = entry.account();
        this.number = entry.number();
        this.cancelledByUs = entry.cancelledByUs();
    }

    /** A job that is being submitted. */
    static SlurmJob of(Launch launch) {
        var slurmJob =
                new SlurmJob(
                        new SlurmLaunchRecords.Entry(
                                AttemptDirectory.of(launch),
                                launch.placement(),
                                Optional.empty(),
                                false,
                                launch.account()));
        slurmJob.submitting = true;
        return slurmJob;
    }

    AttemptId id() {
        return directory.id();
    }

    AttemptDirectory directory() {
        return directory;
    }

    Placement requested() {
        return requested;
    }

    /** The account that the job runs under; empty for the server's own. */
    Optional<PosixAccount> account() {
        return account;
    }

    /** Whether an entry can be this job: any user may submit a job with the same name and directory. */
    boolean isOf(SqueueEntry squeueEntry) {
        return account.isEmpty() || account.get().user() == squeueEntry.user();
    }

    synchronized SlurmLaunchRecords.Entry entry() {
        return new SlurmLaunchRecords.Entry(directory, requested, number, cancelledByUs, account);
    }

    synchronized Optional<Long> number() {
        return number;
    }

    synchronized LiveAttempt live() {
        return new LiveAttempt(id(), phase, engineState, placement);
    }

    synchronized boolean gone() {
        return phase == Phase.GONE;
    }

    synchronized boolean isPending() {
        return phase == Phase.WAITING;
    }

    synchronized void assignNumber(long assigned) {
        number = Optional.of(assigned);
        engineState = Optional.empty();
        absences = 0;
        submitting = false;
    }

    /**
     * Slurm has reused the number, so it forgot this job or knows it under a new number: the job is looked up.
     *
     * @return whether the job had that number
     */
    synchronized boolean releaseNumber(long given) {
        boolean had = phase != Phase.GONE && number.equals(Optional.of(given));
        if (had) {
            number = Optional.empty();
            absences = 0;
        }
        return had;
    }

    /** The reply was lost, so it is unknown whether Slurm has the job. */
    synchronized void markUnsure(String why) {
        engineState = Optional.of(why);
        submitting = false;
    }

    /** Whether the job was perhaps submitted and has no number. */
    synchronized boolean unsure() {
        return number.isEmpty() && !submitting && phase != Phase.GONE;
    }

    /** From now on the state CANCELLED means that the engine cancelled the job. */
    synchronized void markCancelledByUs() {
        cancelledByUs = true;
    }

    synchronized boolean isCancelledByUs() {
        return cancelledByUs;
    }

    /** Its launch.sh has claimed the attempt, whatever Slurm reports. */
    synchronized boolean markRunning() {
        return phase == Phase.WAITING && transition(Phase.RUNNING, Optional.empty());
    }

    /**
     * Whether Slurm, and not this engine, cancelled the job on its nodes before launch.sh began: then the states of the
     * nodes decide. Slurm drains a node that could not start a job a moment later, so the second observation counts.
     */
    synchronized boolean wasCutShortBeforeStart(SqueueEntry squeueEntry) {
        return phase != Phase.GONE && !cancelledByUs && squeueEntry.isCutShort() && !hasClaim();
    }

    synchronized boolean isCutShortConfirmed() {
        boolean sure = cutShortSeen;
        cutShortSeen = true;
        return sure;
    }

    /**
     * @param nodeUnfit whether a node of the job is drained or down now
     * @return whether the state changed
     */
    synchronized boolean update(SqueueEntry squeueEntry, boolean nodeUnfit) {
        absences = 0;
        if (phase == Phase.GONE) {
            return false;
        }
        if (squeueEntry.over()) {
            var files =
                    new SqueueEntry.AttemptTimes(
                            sinceSubmission("claim/0"), sinceSubmission("exit/0"), nodeUnfit);
            return transition(Phase.GONE, squeueEntry.engineState(cancelledByUs, files));
        }
        if (squeueEntry.pending() && phase == Phase.WAITING) {
            return transition(Phase.WAITING, Optional.of(squeueEntry.pendingReason()));
        }
        return !squeueEntry.pending() && transition(Phase.RUNNING, Optional.empty());
    }

    /**
     * Records that Slurm does not list the job.
     *
     * @return whether the state changed
     */
    synchronized boolean recordAbsence(int limit) {
        absences++;
        return absences >= limit && phase != Phase.GONE && transition(Phase.GONE, Optional.empty());
    }

    synchronized boolean recordAbsence() {
        return recordAbsence(hasExit() ? MAX_ABSENCES : MAX_ABSENCES_WITHOUT_EXIT);
    }

    synchronized int absences() {
        return absences;
    }

    synchronized boolean recordPlacement(Placement actual) {
        boolean news = !placement.equals(Optional.of(actual));
        placement = Optional.of(actual);
        return news;
    }

    synchronized Optional<Placement> placement() {
        return placement;
    }

    private boolean transition(Phase other, Optional<String> state) {
        boolean news = phase != other || !engineState.equals(state);
        phase = other;
        engineState = state;
        return news;
    }

    boolean hasClaim() {
        return Files.exists(directory.path().resolve("claim/0"));
    }

    /**
     * Whether Slurm has reported the job as running for too long although it never started or has ended on all nodes. A
     * controller that dies at the wrong moment reports that for half an hour and keeps the resources of the job.
     */
    synchronized boolean isOverdue(TrustLimits trustLimits) {
        claimed = claimed || hasClaim();
        if (phase != Phase.RUNNING || cancelledByUs || (claimed && !exitSeen)) {
            doubtSince = Optional.empty();
            return false;
        }
        Instant now = trustLimits.clock().instant();
        Instant since = doubtSince.orElse(now);
        doubtSince = Optional.of(since);
        return now.isAfter(since.plus(claimed ? trustLimits.timeout() : trustLimits.startTimeout()))
                && (!claimed || haveAllExited());
    }

    private boolean haveAllExited() {
        return IntStream.range(0, requested.nodes()).allMatch(directory::hasExit);
    }

    /** Measured by the clock of the file system: {@code env} is written just before the submission. */
    private Optional<Duration> sinceSubmission(String file) {
        try {
            return Optional.of(Duration.between(modified("env"), modified(file)));
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    private Instant modified(String name) throws IOException {
        Path file = directory.path().resolve(name);
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    boolean hasExit() {
        return directory.hasExit(0);
    }

    /** The exit file has been seen before Slurm reported the end. */
    synchronized void markExitSeen() {
        exitSeen = true;
    }

    synchronized boolean isExitSeen() {
        return exitSeen;
    }

    /** A change is expected: the job is polled at once and then at growing intervals for some seconds. */
    synchronized void pollSoon() {
        ticksSinceChange = 0;
    }

    /** Called in each tick; whether to poll the job in this one. */
    synchronized boolean isPollDue() {
        if (ticksSinceChange < 0 || phase == Phase.GONE) {
            return false;
        }
        ticksSinceChange = ticksSinceChange < FAST_POLL_TICKS ? ticksSinceChange + 1 : -1;
        return Integer.bitCount(ticksSinceChange) == 1;
    }
}
