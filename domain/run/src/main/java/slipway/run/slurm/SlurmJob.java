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
    private static final int ABSENCES = 2;

    /** If it shows no end of its own: its processes may still be there, and be ended by a Slurm that lost it. */
    private static final int UNENDED = 30;

    /** So many ticks of the engine. */
    private static final int HURRY = 32;

    private final AttemptDirectory directory;
    private final Placement asked;
    private final Optional<PosixAccount> account;
    private Optional<Long> number;
    private boolean ended;
    private Phase phase = Phase.WAITING;
    private Optional<String> word = Optional.empty();
    private Optional<Placement> place = Optional.empty();
    private boolean submitting;
    private boolean claimed;
    private Optional<Instant> doubtful = Optional.empty();
    private boolean ends;
    private boolean unborn;
    private int absences;
    private int age = -1;

    /** One that was handed over before. */
    SlurmJob(SlurmLaunchRecords.Entry entry) {
        this.directory = entry.directory();
        this.asked = entry.placement();
        this.account = entry.account();
        this.number = entry.number();
        this.ended = entry.ended();
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

    Placement asked() {
        return asked;
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
        return new SlurmLaunchRecords.Entry(directory, asked, number, ended, account);
    }

    synchronized Optional<Long> number() {
        return number;
    }

    synchronized LiveAttempt live() {
        return new LiveAttempt(id(), phase, word, place);
    }

    synchronized boolean gone() {
        return phase == Phase.GONE;
    }

    synchronized boolean waits() {
        return phase == Phase.WAITING;
    }

    synchronized void isNumbered(long told) {
        number = Optional.of(told);
        word = Optional.empty();
        absences = 0;
        submitting = false;
    }

    /**
     * Slurm has given its number to another, so it knows this one no longer, or under a new number: it is looked up.
     *
     * @return whether it had that number
     */
    synchronized boolean lost(long given) {
        boolean had = phase != Phase.GONE && number.equals(Optional.of(given));
        if (had) {
            number = Optional.empty();
            absences = 0;
        }
        return had;
    }

    /** Slurm was not heard: whether it has the job is not known. */
    synchronized void isUnsure(String why) {
        word = Optional.of(why);
        submitting = false;
    }

    /** Handed over, perhaps, and without a number. */
    synchronized boolean unsure() {
        return number.isEmpty() && !submitting && phase != Phase.GONE;
    }

    /** From now on a cancelled job is our doing. */
    synchronized void isEndedByUs() {
        ended = true;
    }

    synchronized boolean endedByUs() {
        return ended;
    }

    /** Its launch.sh has begun, whatever Slurm says. */
    synchronized boolean begins() {
        return phase == Phase.WAITING && becomes(Phase.RUNNING, Optional.empty());
    }

    /**
     * Whether Slurm cancelled it on its nodes before anything of it began there, and we did not: then its nodes are
     * looked at. Slurm drains one that could not start it, a moment later: what is found out counts the second time.
     */
    synchronized boolean isUnborn(SqueueEntry squeueEntry) {
        return phase != Phase.GONE && !ended && squeueEntry.isCutShort() && !hasClaim();
    }

    synchronized boolean isSureUnborn() {
        boolean sure = unborn;
        unborn = true;
        return sure;
    }

    /**
     * @param unfit whether a node of it starts nothing now
     * @return whether that is news
     */
    synchronized boolean isSeen(SqueueEntry squeueEntry, boolean unfit) {
        absences = 0;
        if (phase == Phase.GONE) {
            return false;
        }
        if (squeueEntry.over()) {
            var lived = new SqueueEntry.Lived(until("claim/0"), until("exit/0"), unfit);
            return becomes(Phase.GONE, squeueEntry.word(ended, lived));
        }
        if (squeueEntry.waiting() && phase == Phase.WAITING) {
            return becomes(Phase.WAITING, Optional.of(squeueEntry.waitsFor()));
        }
        return !squeueEntry.waiting() && becomes(Phase.RUNNING, Optional.empty());
    }

    /**
     * Slurm does not know it, or no longer.
     *
     * @return whether that is news
     */
    synchronized boolean isAbsent(int most) {
        absences++;
        return absences >= most && phase != Phase.GONE && becomes(Phase.GONE, Optional.empty());
    }

    synchronized boolean isAbsent() {
        return isAbsent(hasExit() ? ABSENCES : UNENDED);
    }

    synchronized int absences() {
        return absences;
    }

    synchronized boolean isPlaced(Placement where) {
        boolean news = !place.equals(Optional.of(where));
        place = Optional.of(where);
        return news;
    }

    synchronized Optional<Placement> place() {
        return place;
    }

    private boolean becomes(Phase other, Optional<String> because) {
        boolean news = phase != other || !word.equals(because);
        phase = other;
        word = because;
        return news;
    }

    boolean hasClaim() {
        return Files.exists(directory.path().resolve("claim/0"));
    }

    /**
     * Slurm has said for too long that it runs: nothing of it has begun, or all of it has ended. A controller that dies
     * at the wrong moment believes that for half an hour, and gives nobody else what the job had.
     */
    synchronized boolean isOverdue(SlurmJobs.Doubt doubt) {
        claimed = claimed || hasClaim();
        if (phase != Phase.RUNNING || ended || (claimed && !ends)) {
            doubtful = Optional.empty();
            return false;
        }
        Instant now = doubt.clock().instant();
        Instant since = doubtful.orElse(now);
        doubtful = Optional.of(since);
        return now.isAfter(since.plus(claimed ? doubt.patience() : doubt.prolog()))
                && (!claimed || isEnded());
    }

    private boolean isEnded() {
        return IntStream.range(0, asked.nodes()).allMatch(directory::hasExit);
    }

    /** By the clock that the files have: at its submission {@code env} was just written. */
    private Optional<Duration> until(String file) {
        try {
            return Optional.of(Duration.between(written("env"), written(file)));
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    private Instant written(String name) throws IOException {
        Path file = directory.path().resolve(name);
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    boolean hasExit() {
        return directory.hasExit(0);
    }

    /** Its end shows in its files already. */
    synchronized void endsSoon() {
        ends = true;
    }

    synchronized boolean mayEnd() {
        return ends;
    }

    /** Something is about to change: it is asked for at once, and then ever more rarely, for some seconds. */
    synchronized void hurries() {
        age = 0;
    }

    /** In each tick: whether to ask in this one. */
    synchronized boolean hurried() {
        if (age < 0 || phase == Phase.GONE) {
            return false;
        }
        age = age < HURRY ? age + 1 : -1;
        return Integer.bitCount(age) == 1;
    }
}
