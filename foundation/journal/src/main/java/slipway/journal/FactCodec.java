package slipway.journal;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import slipway.base.Fact;
import slipway.journal.table.JournalJson;

/**
 * Encodes and decodes facts. A kind is a literal here, so that renaming a record never changes what is stored. When a
 * fact gets a new shape its version goes up
 * here and the old record stays beside it, so that every journal ever written can still be read.
 */
final class FactCodec {

    private static final Map<String, Class<? extends Fact>> BY_KIND =
            Map.ofEntries(
                    Map.entry("server-started", Fact.ServerStarted.class),
                    Map.entry("server-stopped", Fact.ServerStopped.class),
                    Map.entry("clock-stepped-back", Fact.ClockSteppedBack.class),
                    Map.entry("history-pruned", Fact.HistoryPruned.class),
                    Map.entry("backup-restored", Fact.BackupRestored.class),
                    Map.entry("note-written", Fact.NoteWritten.class),
                    Map.entry("server-key-adopted", Fact.ServerKeyAdopted.class),
                    Map.entry("team-created", Fact.TeamCreated.class),
                    Map.entry("team-changed", Fact.TeamChanged.class),
                    Map.entry("team-removed", Fact.TeamRemoved.class),
                    Map.entry("user-created", Fact.UserCreated.class),
                    Map.entry("user-changed", Fact.UserChanged.class),
                    Map.entry("user-removed", Fact.UserRemoved.class),
                    Map.entry("role-set", Fact.RoleSet.class),
                    Map.entry("token-made", Fact.TokenMade.class),
                    Map.entry("token-revoked", Fact.TokenRevoked.class),
                    Map.entry("signed-in", Fact.SignedIn.class),
                    Map.entry("signed-out", Fact.SignedOut.class),
                    Map.entry("secret-set", Fact.SecretSet.class),
                    Map.entry("secret-removed", Fact.SecretRemoved.class),
                    Map.entry("access-refused", Fact.AccessRefused.class),
                    Map.entry("workload-submitted", Fact.WorkloadSubmitted.class),
                    Map.entry("workload-placed", Fact.WorkloadPlaced.class),
                    Map.entry("workload-started", Fact.WorkloadStarted.class),
                    Map.entry("workload-told-to-stop", Fact.WorkloadToldToStop.class),
                    Map.entry("workload-queued", Fact.WorkloadQueued.class),
                    Map.entry("workload-hung", Fact.WorkloadHung.class),
                    Map.entry("workload-idle", Fact.WorkloadIdle.class),
                    Map.entry("workload-opened", Fact.WorkloadOpened.class),
                    Map.entry("workload-kept", Fact.WorkloadKept.class),
                    Map.entry("workload-entered", Fact.WorkloadEntered.class),
                    Map.entry("workload-ended", Fact.WorkloadEnded.class),
                    Map.entry("node-drained", Fact.NodeDrained.class),
                    Map.entry("node-restored", Fact.NodeRestored.class),
                    Map.entry("calibration-applied", Fact.CalibrationApplied.class),
                    Map.entry("calibration-undone", Fact.CalibrationUndone.class));

    private static final Map<Class<?>, String> KINDS =
            BY_KIND.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private FactCodec() {}

    static String kind(Fact fact) {
        String kind = KINDS.get(fact.getClass());
        if (kind == null) {
            throw new IllegalStateException("Facts has no kind for " + fact.getClass());
        }
        return kind;
    }

    /** All facts have their first shape so far. */
    static int version(Fact fact) {
        return 1;
    }

    static String body(Fact fact) {
        return JournalJson.write(fact);
    }

    static Optional<Fact> read(String kind, int version, String body) {
        return Optional.ofNullable(BY_KIND.get(kind))
                .filter(_ -> version == 1)
                .map(type -> (Fact) JournalJson.read(body, type));
    }
}
