package slipway.journal;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;

/**
 * Event kinds that were renamed: the kind that is stored and hashed in old journals, and its name today. The stored
 * bytes never change; readers translate when they decode.
 */
final class RenamedKinds {

    private static final String ROLE_SET = "role-set";
    private static final String TOLD_TO_STOP = "workload-told-to-stop";
    private static final String ENDED = "workload-ended";

    /**
     * Old kind to its name today. Three old kinds became several, and the body decides which: {@code role.set} and
     * {@code workload.ended} remain the names of those whose body was pruned.
     */
    private static final Map<String, String> TODAY =
            Map.ofEntries(
                    Map.entry("server-started", "server.started"),
                    Map.entry("server-stopped", "server.stopped"),
                    Map.entry("clock-stepped-back", "clock.stepped_back"),
                    Map.entry("history-pruned", "history.pruned"),
                    Map.entry("backup-restored", "backup.restored"),
                    Map.entry("note-written", "note.created"),
                    Map.entry("server-key-adopted", "server_key.adopted"),
                    Map.entry("team-created", "team.created"),
                    Map.entry("team-changed", "team.updated"),
                    Map.entry("team-removed", "team.deleted"),
                    Map.entry("user-created", "user.created"),
                    Map.entry("user-changed", "user.updated"),
                    Map.entry("user-removed", "user.deleted"),
                    Map.entry(ROLE_SET, "role.set"),
                    Map.entry("token-made", "token.created"),
                    Map.entry("token-revoked", "token.revoked"),
                    Map.entry("signed-in", "session.created"),
                    Map.entry("signed-out", "session.revoked"),
                    Map.entry("secret-set", "secret.set"),
                    Map.entry("secret-removed", "secret.deleted"),
                    Map.entry("access-refused", "access.denied"),
                    Map.entry("workload-submitted", "workload.submitted"),
                    Map.entry("workload-placed", "workload.starting"),
                    Map.entry("workload-started", "workload.running"),
                    Map.entry(TOLD_TO_STOP, "workload.stopping"),
                    Map.entry("workload-queued", "workload.queued"),
                    Map.entry("workload-hung", "workload.hung"),
                    Map.entry("workload-idle", "workload.idle"),
                    Map.entry("workload-kept", "workload.idle_exempted"),
                    Map.entry("workload-opened", "workspace.opened"),
                    Map.entry("workload-entered", "exec.started"),
                    Map.entry(ENDED, "workload.ended"),
                    Map.entry("node-drained", "node.drained"),
                    Map.entry("node-restored", "node.undrained"),
                    Map.entry("calibration-applied", "calibration.applied"),
                    Map.entry("calibration-undone", "calibration.reverted"));

    private static final Set<String> SPLIT = Set.of(ROLE_SET, TOLD_TO_STOP, ENDED);

    /**
     * How the reason of an old {@code workload-told-to-stop} ended if the scheduler preempted, resized or moved the
     * job. These sentences never differed before the kinds were split.
     */
    private static final Set<String> PREEMPTION_REASONS =
            Set.of(
                    " gets back what its team is guaranteed.",
                    " has a higher priority.",
                    " will probably end much sooner.",
                    ", which comes now.",
                    " is booked from now on.",
                    "It changes size.",
                    "It moves to make room.");

    private RenamedKinds() {}

    /** The name today; empty if the kind was never renamed. */
    static Optional<String> today(String stored) {
        return Optional.ofNullable(TODAY.get(stored));
    }

    /** Whether the kind became several, between which the body decides. */
    static boolean becameSeveral(String stored) {
        return SPLIT.contains(stored);
    }

    /** The old kinds whose name today is this one. */
    static boolean matches(String stored, String today) {
        return stored.equals(today) || today.equals(TODAY.get(stored));
    }

    /** The type of the body of an old kind that became several. */
    static Optional<Class<? extends Fact>> splitType(String stored) {
        return switch (stored) {
            case ROLE_SET -> Optional.of(Fact.RoleSet.class);
            case TOLD_TO_STOP -> Optional.of(Fact.WorkloadStopping.class);
            case ENDED -> Optional.of(Fact.WorkloadEnded.class);
            default -> Optional.empty();
        };
    }

    /** The fact itself, or the preemption that an old kind did not tell apart from other stops. */
    static Fact precise(String stored, Fact fact) {
        return stored.equals(TOLD_TO_STOP)
                        && fact
                                instanceof
                                Fact.WorkloadStopping(var id, var attempt, var because, var by)
                        && PREEMPTION_REASONS.stream().anyMatch(because::endsWith)
                ? new Fact.WorkloadPreempting(id, attempt, because, by)
                : fact;
    }
}
