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

/**
 * An attempt in Slurm's hands, as far as this server knows. Where Slurm has not said whether it took the job, it has
 * no number yet.
 */
final class SlurmJob {

    /** So often in a row Slurm must not know a job before it is gone: a controller that just came back may lag. */
    private static final int MAX_ABSENCES = 2;

    /** If it shows no end of its own: its processes may still be there, and be ended by a Slurm that lost it. */
    private static final int MAX_ABSENCES_WITHOUT_EXIT = 30;

    /** So many ticks of the engine. */
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

    /** One that was handed over before. */
    SlurmJob(SlurmLaunchRecords.Entry entry) {
        this.directory = entry.directory();
        this.requested = entry.placement();
        this.account = entry.account();
        this.number = entry.number();
        this.cancelledByUs = entry.cancelledByUs();
    }

    /** One that is being handed over just now. */
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

    /** Whose it is; empty: the server's own. */
    Optional<PosixAccount> account() {
        return account;
    }

    /** Whether a job of Slurm's can be this one. Anybody may give theirs the same name and directory. */
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
     * Slurm has given its number to another, so it knows this one no longer, or under a new number: it is looked up.
     *
     * @return whether it had that number
     */
    synchronized boolean releaseNumber(long given) {
        boolean had = phase != Phase.GONE && number.equals(Optional.of(given));
        if (had) {
            number = Optional.empty();
            absences = 0;
        }
        return had;
    }

    /** Slurm was not heard: whether it has the job is not known. */
    synchronized void markUnsure(String why) {
        engineState = Optional.of(why);
        submitting = false;
    }

    /** Handed over, perhaps, and without a number. */
    synchronized boolean unsure() {
        return number.isEmpty() && !submitting && phase != Phase.GONE;
    }

    /** From now on a cancelled job is our doing. */
    synchronized void markCancelledByUs() {
        cancelledByUs = true;
    }

    synchronized boolean isCancelledByUs() {
        return cancelledByUs;
    }

    /** Its launch.sh has begun, whatever Slurm says. */
    synchronized boolean markRunning() {
        return phase == Phase.WAITING && transition(Phase.RUNNING, Optional.empty());
    }

    /**
     * Whether Slurm cancelled it on its nodes before anything of it began there, and we did not: then its nodes are
     * looked at. Slurm drains one that could not start it, a moment later: what is found out counts the second time.
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
     * @param nodeUnfit whether a node of it starts nothing now
     * @return whether that is news
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
     * Slurm does not know it, or no longer.
     *
     * @return whether that is news
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
     * Slurm has said for too long that it runs: nothing of it has begun, or all of it has ended. A controller that dies
     * at the wrong moment believes that for half an hour, and gives nobody else what the job had.
     */
    synchronized boolean isOverdue(SlurmJobs.TrustLimits trustLimits) {
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

    /** By the clock that the files have: at its submission {@code env} was just written. */
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

    /** Its end shows in its files already. */
    synchronized void markExitSeen() {
        exitSeen = true;
    }

    synchronized boolean isExitSeen() {
        return exitSeen;
    }

    /** Something is about to change: it is asked for at once, and then ever more rarely, for some seconds. */
    synchronized void pollSoon() {
        ticksSinceChange = 0;
    }

    /** In each tick: whether to ask in this one. */
    synchronized boolean isPollDue() {
        if (ticksSinceChange < 0 || phase == Phase.GONE) {
            return false;
        }
        ticksSinceChange = ticksSinceChange < FAST_POLL_TICKS ? ticksSinceChange + 1 : -1;
        return Integer.bitCount(ticksSinceChange) == 1;
    }
}
