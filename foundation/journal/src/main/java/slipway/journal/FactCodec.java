package slipway.journal;

import java.util.Map;
import java.util.Optional;
import slipway.base.Fact;
import slipway.journal.table.JournalJson;
import tools.jackson.core.JacksonException;

/**
 * Encodes and decodes facts. The kinds are literals here, so that renaming a record never changes what is stored. When
 * a fact gets a new shape, its version goes up here and the old record stays beside it, so that every journal ever
 * written can still be read.
 */
final class FactCodec {

    /** Several kinds may share a type; the fact then says which kind it is. */
    static final Map<String, Class<? extends Fact>> BY_KIND =
            Map.ofEntries(
                    Map.entry("server.started", Fact.ServerStarted.class),
                    Map.entry("server.stopped", Fact.ServerStopped.class),
                    Map.entry("clock.stepped_back", Fact.ClockSteppedBack.class),
                    Map.entry("history.pruned", Fact.HistoryPruned.class),
                    Map.entry("backup.restored", Fact.BackupRestored.class),
                    Map.entry("note.created", Fact.NoteWritten.class),
                    Map.entry("server_key.adopted", Fact.ServerKeyAdopted.class),
                    Map.entry("team.created", Fact.TeamCreated.class),
                    Map.entry("team.updated", Fact.TeamChanged.class),
                    Map.entry("team.deleted", Fact.TeamRemoved.class),
                    Map.entry("user.created", Fact.UserCreated.class),
                    Map.entry("user.updated", Fact.UserChanged.class),
                    Map.entry("user.deleted", Fact.UserRemoved.class),
                    Map.entry("role.granted", Fact.RoleSet.class),
                    Map.entry("role.revoked", Fact.RoleSet.class),
                    Map.entry("token.created", Fact.TokenMade.class),
                    Map.entry("token.revoked", Fact.TokenRevoked.class),
                    Map.entry("session.created", Fact.SignedIn.class),
                    Map.entry("session.revoked", Fact.SignedOut.class),
                    Map.entry("secret.set", Fact.SecretSet.class),
                    Map.entry("secret.deleted", Fact.SecretRemoved.class),
                    Map.entry("access.denied", Fact.AccessRefused.class),
                    Map.entry("workload.submitted", Fact.WorkloadSubmitted.class),
                    Map.entry("workload.starting", Fact.WorkloadPlaced.class),
                    Map.entry("workload.running", Fact.WorkloadStarted.class),
                    Map.entry("workload.stopping", Fact.WorkloadStopping.class),
                    Map.entry("workload.preempting", Fact.WorkloadPreempting.class),
                    Map.entry("workload.queued", Fact.WorkloadQueued.class),
                    Map.entry("workload.hung", Fact.WorkloadHung.class),
                    Map.entry("workload.idle", Fact.WorkloadIdle.class),
                    Map.entry("workload.idle_exempted", Fact.WorkloadKept.class),
                    Map.entry("workload.succeeded", Fact.WorkloadEnded.class),
                    Map.entry("workload.failed", Fact.WorkloadEnded.class),
                    Map.entry("workload.cancelled", Fact.WorkloadEnded.class),
                    Map.entry("workspace.opened", Fact.WorkloadOpened.class),
                    Map.entry("exec.started", Fact.WorkloadEntered.class),
                    Map.entry("node.drained", Fact.NodeDrained.class),
                    Map.entry("node.undrained", Fact.NodeRestored.class),
                    Map.entry("operation.ended", Fact.OperationEnded.class),
                    Map.entry("reader.skipped", Fact.ReaderSkipped.class),
                    Map.entry("reader.retired", Fact.ReaderRetired.class),
                    Map.entry("calibration.applied", Fact.CalibrationApplied.class),
                    Map.entry("calibration.reverted", Fact.CalibrationUndone.class),
                    Map.entry("webhook.created", Fact.WebhookCreated.class),
                    Map.entry("webhook.updated", Fact.WebhookChanged.class),
                    Map.entry("webhook.deleted", Fact.WebhookRemoved.class),
                    Map.entry("webhook.secret_rotated", Fact.WebhookSecretRotated.class),
                    Map.entry("webhook.tested", Fact.WebhookTested.class),
                    Map.entry("webhook.disabled", Fact.WebhookDisabled.class));

    private FactCodec() {}

    /** The kind under which the fact is stored from now on. */
    static String kind(Fact fact) {
        return switch (fact) {
            case Fact.ServerStarted _ -> "server.started";
            case Fact.ServerStopped _ -> "server.stopped";
            case Fact.ClockSteppedBack _ -> "clock.stepped_back";
            case Fact.HistoryPruned _ -> "history.pruned";
            case Fact.BackupRestored _ -> "backup.restored";
            case Fact.NoteWritten _ -> "note.created";
            case Fact.ServerKeyAdopted _ -> "server_key.adopted";
            case Fact.TeamCreated _ -> "team.created";
            case Fact.TeamChanged _ -> "team.updated";
            case Fact.TeamRemoved _ -> "team.deleted";
            case Fact.UserCreated _ -> "user.created";
            case Fact.UserChanged _ -> "user.updated";
            case Fact.UserRemoved _ -> "user.deleted";
            case Fact.RoleSet set -> set.role().isPresent() ? "role.granted" : "role.revoked";
            case Fact.TokenMade _ -> "token.created";
            case Fact.TokenRevoked _ -> "token.revoked";
            case Fact.SignedIn _ -> "session.created";
            case Fact.SignedOut _ -> "session.revoked";
            case Fact.SecretSet _ -> "secret.set";
            case Fact.SecretRemoved _ -> "secret.deleted";
            case Fact.AccessRefused _ -> "access.denied";
            case Fact.WorkloadSubmitted _ -> "workload.submitted";
            case Fact.WorkloadPlaced _ -> "workload.starting";
            case Fact.WorkloadStarted _ -> "workload.running";
            case Fact.WorkloadStopping _ -> "workload.stopping";
            case Fact.WorkloadPreempting _ -> "workload.preempting";
            case Fact.WorkloadQueued _ -> "workload.queued";
            case Fact.WorkloadHung _ -> "workload.hung";
            case Fact.WorkloadIdle _ -> "workload.idle";
            case Fact.WorkloadKept _ -> "workload.idle_exempted";
            case Fact.WorkloadOpened _ -> "workspace.opened";
            case Fact.WorkloadEntered _ -> "exec.started";
            case Fact.WorkloadEnded ended -> ended(ended.outcome());
            case Fact.NodeDrained _ -> "node.drained";
            case Fact.NodeRestored _ -> "node.undrained";
            case Fact.OperationEnded _ -> "operation.ended";
            case Fact.ReaderSkipped _ -> "reader.skipped";
            case Fact.ReaderRetired _ -> "reader.retired";
            case Fact.CalibrationApplied _ -> "calibration.applied";
            case Fact.CalibrationUndone _ -> "calibration.reverted";
            case Fact.WebhookCreated _ -> "webhook.created";
            case Fact.WebhookChanged _ -> "webhook.updated";
            case Fact.WebhookRemoved _ -> "webhook.deleted";
            case Fact.WebhookSecretRotated _ -> "webhook.secret_rotated";
            case Fact.WebhookTested _ -> "webhook.tested";
            case Fact.WebhookDisabled _ -> "webhook.disabled";
        };
    }

    private static String ended(String outcome) {
        return switch (outcome) {
            case "succeeded" -> "workload.succeeded";
            case "cancelled" -> "workload.cancelled";
            default -> "workload.failed";
        };
    }

    /** All facts have their first shape so far. */
    static int version(Fact fact) {
        return 1;
    }

    static String body(Fact fact) {
        return JournalJson.write(fact);
    }

    /** Reads a fact that was stored under its kind of today or an earlier one. */
    static Optional<Fact> read(String stored, int version, String body) {
        String today = RenamedKinds.today(stored).orElse(stored);
        return RenamedKinds.splitType(stored)
                .or(() -> Optional.ofNullable(BY_KIND.get(today)))
                .filter(_ -> version == 1)
                .map(type -> RenamedKinds.precise(stored, (Fact) JournalJson.read(body, type)));
    }

    /** The name that an event's kind has today, whatever name it is stored under. */
    static String kindToday(EventDraft stored) {
        String today = RenamedKinds.today(stored.kind()).orElse(stored.kind());
        if (!RenamedKinds.becameSeveral(stored.kind()) || stored.body().isEmpty()) {
            return today;
        }
        try {
            return read(stored.kind(), stored.version(), stored.body())
                    .map(FactCodec::kind)
                    .orElse(today);
        } catch (JacksonException unreadable) {
            return today;
        }
    }
}
