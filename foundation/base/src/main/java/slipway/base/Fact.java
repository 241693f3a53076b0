package slipway.base;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What rooms tell each other through the journal, and what the audit log proves. Few and sealed: a reader that switches
 * over facts must not compile until it has thought about a new one.
 *
 * <p>A fact is never changed once released. When it needs another shape, the new shape is a new version and the journal
 * keeps reading the old one for ever.
 */
public sealed interface Fact {

    /** The server opened the journal and may write under this term. */
    record ServerStarted(String version, long term) implements Fact {}

    /** The server closed the journal in order; a start without this before it follows a crash. */
    record ServerStopped(long term) implements Fact {}

    /** The machine's clock went back by this much; the journal's own time goes on from where it was. */
    record ClockSteppedBack(Duration by) implements Fact {}

    /** Bodies of facts before this sequence number were dropped; their leaf hashes stay. */
    record HistoryPruned(long before, long bodies) implements Fact {}

    /** The state was restored from a backup that ends at this sequence number. */
    record BackupRestored(String backup, long upTo, Instant takenAt) implements Fact {}

    /** A sentence a person wrote into the journal: a driver was upgraded, a rack was moved. */
    record NoteWritten(String text) implements Fact {}

    /** From now on this server key is the one that tokens and secrets rest on; it is known by its fingerprint alone. */
    record ServerKeyAdopted(String fingerprint) implements Fact {}

    record TeamCreated(TeamId team, Optional<TeamId> parent, String title) implements Fact {}

    /** What the team is called and where it stands, afterwards. */
    record TeamChanged(TeamId team, Optional<TeamId> parent, String title) implements Fact {}

    /** With it went every role in it and every token that was cut down to it. */
    record TeamRemoved(TeamId team) implements Fact {}

    /**
     * Somebody can be let in from now on.
     *
     * @param team whose service account it is; a person has none
     */
    record UserCreated(UserId user, Optional<TeamId> team, String name, Optional<String> email)
            implements Fact {}

    /**
     * What is known of a user, afterwards.
     *
     * @param enabled false: shut out, whatever token is shown
     */
    record UserChanged(UserId user, String name, Optional<String> email, boolean enabled)
            implements Fact {}

    /** With the user went its roles and its tokens. */
    record UserRemoved(UserId user) implements Fact {}

    /**
     * What a user is in a team, afterwards.
     *
     * @param role empty: nothing any more
     * @param signOn whether single sign-on says so; otherwise somebody gave it by hand
     */
    record RoleSet(UserId user, TeamId team, Optional<Role> role, boolean signOn) implements Fact {}

    /**
     * A token exists; its text was shown once and is nowhere.
     *
     * @param token its public part, by which people tell tokens apart
     * @param within the team it is cut down to, with the teams below; empty: all its owner's teams
     * @param only the permissions it is cut down to; empty: all its owner has
     */
    record TokenMade(
            String token,
            UserId owner,
            String label,
            Optional<TeamId> within,
            Optional<List<Permission>> only,
            Optional<Instant> expires)
            implements Fact {}

    record TokenRevoked(String token, UserId owner, String label) implements Fact {}

    /**
     * A browser was given a session.
     *
     * @param session its public part
     * @param with the token that was shown; empty: single sign-on
     */
    record SignedIn(UserId user, String session, Optional<String> with, Instant until)
            implements Fact {}

    record SignedOut(UserId user, String session) implements Fact {}

    /** A secret has a new value, which is not told. */
    record SecretSet(TeamId team, String secret) implements Fact {}

    record SecretRemoved(TeamId team, String secret) implements Fact {}

    /**
     * Somebody was turned away at the door, perhaps many times: one fact for each source, reason and minute.
     *
     * @param source an address, shortened to its network where one house has many
     * @param reason the code of the problem that was answered
     * @param since of the first time
     */
    record AccessRefused(String source, String reason, long count, Instant since) implements Fact {}

    /**
     * A workload was accepted.
     *
     * @param owner who submitted it
     */
    record WorkloadSubmitted(WorkloadId workload, TeamId team, String name, String owner)
            implements Fact {}

    /** It got a place and is being started there. */
    record WorkloadPlaced(WorkloadId workload, int attempt, List<String> nodes) implements Fact {}

    /** Its processes run. */
    record WorkloadStarted(WorkloadId workload, int attempt) implements Fact {}

    /** The workload was told to stop. It has stopped at {@code by}, or is killed then. */
    sealed interface WorkloadStop extends Fact {
        WorkloadId workload();

        int attempt();

        String because();

        Instant by();
    }

    /** A stop after which the workload ends or is retried: it was cancelled, hangs, is idle or ran too long. */
    record WorkloadStopping(WorkloadId workload, int attempt, String because, Instant by)
            implements WorkloadStop {}

    /** A stop by the scheduler, which preempts, resizes or moves the workload; it is queued or placed again. */
    record WorkloadPreempting(WorkloadId workload, int attempt, String because, Instant by)
            implements WorkloadStop {}

    /**
     * It waits for a place: for the first time, or again.
     *
     * @param attempt how many attempts there were
     */
    record WorkloadQueued(WorkloadId workload, int attempt, String because) implements Fact {}

    /** It says it gets no further, and what it was measured to do looks like waiting for ever. */
    record WorkloadHung(WorkloadId workload, int attempt, String because) implements Fact {}

    /** It holds accelerators and has not used them for long; or it is a workspace that nobody uses. */
    record WorkloadIdle(WorkloadId workload, int attempt, String because) implements Fact {}

    /** Somebody went into a workspace. */
    record WorkloadOpened(WorkloadId workload, int attempt) implements Fact {}

    /** Somebody wants it kept until then, used or not. */
    record WorkloadKept(WorkloadId workload, int attempt, Instant until, String because)
            implements Fact {}

    /**
     * Somebody ran a command beside it, where it runs.
     *
     * @param rank of the node of its gang
     * @param command as it was given, perhaps cut
     */
    record WorkloadEntered(WorkloadId workload, int attempt, int rank, String command)
            implements Fact {}

    /**
     * It is over.
     *
     * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
     * @param exitCode of the first node that failed, or 0; empty if it never ran to an end
     */
    record WorkloadEnded(
            WorkloadId workload,
            int attempt,
            String outcome,
            Optional<Integer> exitCode,
            String because)
            implements Fact {}

    /** The node finishes what it runs and gets nothing new. */
    record NodeDrained(String node, String because) implements Fact {}

    /** The node gets work again. */
    record NodeRestored(String node) implements Fact {}

    /**
     * From now on estimates are corrected by what finished workloads took.
     *
     * @param number of the calibration, from 1 on
     * @param says what it changes, in a sentence
     */
    record CalibrationApplied(long number, String says) implements Fact {}

    /** A calibration is no longer in force; the one before it is again, if there was one. */
    record CalibrationUndone(long number, String says) implements Fact {}
}
