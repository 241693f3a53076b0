package slipway.base;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A journal event that modules react to and that the audit log proves. The interface is sealed, so that a reader
 * that switches over facts does not compile until it handles a new one.
 *
 * <p>A released fact never changes. A different shape is a new version, and the journal keeps reading the old one.
 * The names of record components are the members of the stored JSON.
 */
public sealed interface Fact {

    /** The server opened the journal and may write under this term. */
    record ServerStarted(String version, long term) implements Fact {}

    /** The server closed the journal cleanly; a start without this before it follows a crash. */
    record ServerStopped(long term) implements Fact {}

    /** The machine's clock went back by this much; the journal's own time continues from its last value. */
    record ClockSteppedBack(Duration by) implements Fact {}

    /** Bodies of facts before this sequence number were dropped; their leaf hashes stay. */
    record HistoryPruned(long before, long bodies) implements Fact {}

    /** The state was restored from a backup that ends at this sequence number. */
    record BackupRestored(String backup, long upTo, Instant takenAt) implements Fact {}

    /** A note that a user wrote into the journal: a driver was upgraded, a rack was moved. */
    record NoteWritten(String text) implements Fact {}

    /** This server key protects tokens and secrets from now on; the event records only its fingerprint. */
    record ServerKeyAdopted(String fingerprint) implements Fact {}

    record TeamCreated(TeamId team, Optional<TeamId> parent, String title) implements Fact {}

    /** The team's title and parent after the change. */
    record TeamChanged(TeamId team, Optional<TeamId> parent, String title) implements Fact {}

    /** Every role in the team and every token restricted to it were removed too. */
    record TeamRemoved(TeamId team) implements Fact {}

    /**
     * An account exists and can be authenticated.
     *
     * @param team the team that owns the service account; empty for a person
     */
    record UserCreated(UserId user, Optional<TeamId> team, String name, Optional<String> email)
            implements Fact {}

    /**
     * The account's data after the change.
     *
     * @param enabled false: every token and session of the account is refused
     */
    record UserChanged(UserId user, String name, Optional<String> email, boolean enabled)
            implements Fact {}

    /** The account was removed with its roles and tokens. */
    record UserRemoved(UserId user) implements Fact {}

    /**
     * The user's role in a team after the change.
     *
     * @param role empty: no role
     * @param signOn whether single sign-on assigned it; otherwise an administrator did
     */
    record RoleSet(UserId user, TeamId team, Optional<Role> role, boolean signOn) implements Fact {}

    /**
     * A token was created. Its text was shown once and is not stored.
     *
     * @param token its public part, which identifies it in lists
     * @param within the team it is restricted to, including subteams; empty: all teams of its owner
     * @param only the permissions it is restricted to; empty: all permissions of its owner
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
     * A browser session began.
     *
     * @param session its public part
     * @param with the token used to sign in; empty: single sign-on
     */
    record SignedIn(UserId user, String session, Optional<String> with, Instant until)
            implements Fact {}

    record SignedOut(UserId user, String session) implements Fact {}

    /** A secret has a new value, which the event does not contain. */
    record SecretSet(TeamId team, String secret) implements Fact {}

    record SecretRemoved(TeamId team, String secret) implements Fact {}

    /**
     * Requests were denied: one fact for each source, reason and minute.
     *
     * @param source a client address, shortened to its network prefix for IPv6
     * @param reason the problem code of the response
     * @param since time of the first denied request
     */
    record AccessRefused(String source, String reason, long count, Instant since) implements Fact {}

    /**
     * A workload was accepted.
     *
     * @param owner who submitted it
     */
    record WorkloadSubmitted(WorkloadId workload, TeamId team, String name, String owner)
            implements Fact {}

    /** It was placed on nodes and is starting. */
    record WorkloadPlaced(WorkloadId workload, int attempt, List<String> nodes) implements Fact {}

    /** Its processes run. */
    record WorkloadStarted(WorkloadId workload, int attempt) implements Fact {}

    /** The workload was told to stop. It has stopped at {@code by}, or is killed then. */
    sealed interface WorkloadStop extends Fact {
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
     * It is queued, for the first time or again.
     *
     * @param attempt number of attempts so far
     */
    record WorkloadQueued(WorkloadId workload, int attempt, String because) implements Fact {}

    /** It reports no progress, and its measured activity looks like a deadlock. */
    record WorkloadHung(WorkloadId workload, int attempt, String because) implements Fact {}

    /** It has held accelerators idle for long, or it is an unused workspace. */
    record WorkloadIdle(WorkloadId workload, int attempt, String because) implements Fact {}

    /** A user opened the workspace. */
    record WorkloadOpened(WorkloadId workload, int attempt) implements Fact {}

    /** A user exempted it from idle shutdown until this time. */
    record WorkloadKept(WorkloadId workload, int attempt, Instant until, String because)
            implements Fact {}

    /**
     * A user started an exec session on one of its nodes.
     *
     * @param rank the node's position in its gang
     * @param command the command, possibly shortened
     */
    record WorkloadEntered(WorkloadId workload, int attempt, int rank, String command)
            implements Fact {}

    /**
     * It ended.
     *
     * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
     * @param exitCode of the first node that failed, or 0; empty if no process exited
     */
    record WorkloadEnded(
            WorkloadId workload,
            int attempt,
            String outcome,
            Optional<Integer> exitCode,
            String because)
            implements Fact {}

    /** The node finishes its running workloads and receives no new ones. */
    record NodeDrained(String node, String because) implements Fact {}

    /** The node receives workloads again. */
    record NodeRestored(String node) implements Fact {}

    /**
     * Long work of the server has ended.
     *
     * @param type what it did, such as audit.verify
     * @param outcome succeeded, failed or cancelled
     */
    record OperationEnded(String operation, String type, String outcome) implements Fact {}

    /**
     * An administrator let a reader of the journal pass over an event.
     *
     * @param because what failed
     */
    record ReaderSkipped(String reader, long event, String because) implements Fact {}

    /** A reader of the journal was ended for good; it has read up to this event. */
    record ReaderRetired(String reader, long event) implements Fact {}

    /**
     * Estimates are corrected by the durations of finished workloads from now on.
     *
     * @param number of the calibration, from 1 on
     * @param says a sentence that summarizes the change
     */
    record CalibrationApplied(long number, String says) implements Fact {}

    /** A calibration was reverted; the previous one applies again, if there was one. */
    record CalibrationUndone(long number, String says) implements Fact {}

    /**
     * A webhook gets events of the team and the teams below it from now on.
     *
     * @param host of its URL, whose other parts may be secret
     * @param types kinds of events, or patterns such as {@code workload.*}
     */
    record WebhookCreated(String webhook, TeamId team, String host, List<String> types)
            implements Fact {}

    /** The webhook after the change. */
    record WebhookChanged(
            String webhook, TeamId team, String host, List<String> types, boolean enabled)
            implements Fact {}

    record WebhookRemoved(String webhook, TeamId team) implements Fact {}

    /** The webhook has a new signing secret; the previous one is valid until this time. */
    record WebhookSecretRotated(String webhook, TeamId team, Instant previousUntil)
            implements Fact {}

    /** A user asked for a test message to the webhook. */
    record WebhookTested(String webhook, TeamId team) implements Fact {}

    /**
     * Slipway disabled the webhook.
     *
     * @param because {@code retries-exhausted}, or {@code gone} when the receiver answered with status 410
     */
    record WebhookDisabled(
            String webhook, TeamId team, String because, Optional<Instant> failingSince)
            implements Fact {}
}
