package slipway.surface.api.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

/** The sentence of each kind of event. */
interface EventTexts {

    EventSentence sentence(EventBody body, TimeFormat times);

    Map<String, EventTexts> BY_KIND =
            Map.ofEntries(
                    Map.entry("server.started", (body, _) -> started(body)),
                    Map.entry("server.stopped", (body, _) -> actorDid(body, " stopped cleanly")),
                    Map.entry("clock.stepped_back", (body, _) -> clockSteppedBack(body)),
                    Map.entry("history.pruned", (body, _) -> historyPruned(body)),
                    Map.entry("backup.restored", EventTexts::backupRestored),
                    Map.entry("note.created", (body, _) -> noteCreated(body)),
                    Map.entry("server_key.adopted", (body, _) -> serverKeyAdopted(body)),
                    Map.entry("team.created", (body, _) -> teamCreated(body)),
                    Map.entry("team.updated", (body, _) -> teamUpdated(body)),
                    Map.entry("team.deleted", (body, _) -> teamDeleted(body)),
                    Map.entry("user.created", (body, _) -> userCreated(body)),
                    Map.entry("user.updated", (body, _) -> userUpdated(body)),
                    Map.entry("user.deleted", (body, _) -> userDeleted(body)),
                    Map.entry("role.granted", (body, _) -> roleChanged(body)),
                    Map.entry("role.revoked", (body, _) -> roleChanged(body)),
                    Map.entry("token.created", EventTexts::tokenCreated),
                    Map.entry("token.revoked", (body, _) -> tokenRevoked(body)),
                    Map.entry("session.created", EventTexts::sessionCreated),
                    Map.entry("session.revoked", (body, _) -> actorDid(body, " signed out")),
                    Map.entry("secret.set", (body, _) -> secret(body, " set secret ")),
                    Map.entry("secret.deleted", (body, _) -> secret(body, " removed secret ")),
                    Map.entry("access.denied", (body, _) -> accessDenied(body)),
                    Map.entry("workload.submitted", (body, _) -> submitted(body)),
                    Map.entry("workload.starting", (body, _) -> starting(body)),
                    Map.entry("workload.running", (body, _) -> running(body)),
                    Map.entry("workload.stopping", EventTexts::stopping),
                    Map.entry("workload.preempting", EventTexts::stopping),
                    Map.entry("workload.queued", (body, _) -> queued(body)),
                    Map.entry("workload.hung", (body, _) -> hung(body)),
                    Map.entry("workload.idle", (body, _) -> idle(body)),
                    Map.entry("workload.idle_exempted", EventTexts::idleExempted),
                    Map.entry("workspace.opened", (body, _) -> workspaceOpened(body)),
                    Map.entry("exec.started", (body, _) -> execStarted(body)),
                    Map.entry("workload.succeeded", (body, _) -> ended(body)),
                    Map.entry("workload.failed", (body, _) -> ended(body)),
                    Map.entry("workload.cancelled", (body, _) -> ended(body)),
                    Map.entry("node.drained", (body, _) -> drained(body)),
                    Map.entry("node.undrained", (body, _) -> undrained(body)),
                    Map.entry("operation.ended", (body, _) -> operationEnded(body)),
                    Map.entry("reader.skipped", (body, _) -> readerSkipped(body)),
                    Map.entry("reader.retired", (body, _) -> readerRetired(body)),
                    Map.entry("calibration.applied", (body, _) -> calibrated(body)),
                    Map.entry("calibration.reverted", (body, _) -> uncalibrated(body)),
                    Map.entry(
                            "webhook.created", (body, _) -> webhookSet(body, " created webhook ")),
                    Map.entry("webhook.updated", (body, _) -> webhookChanged(body)),
                    Map.entry("webhook.deleted", (body, _) -> webhook(body, " deleted webhook ")),
                    Map.entry("webhook.secret_rotated", EventTexts::webhookSecretRotated),
                    Map.entry("webhook.tested", (body, _) -> webhook(body, " tested webhook ")),
                    Map.entry("webhook.disabled", EventTexts::webhookDisabled));

    static Optional<EventTexts> find(String kind) {
        return Optional.ofNullable(BY_KIND.get(kind));
    }

    /** Empty if the body does not have the form of its kind. */
    default Optional<EventSentence> trySentence(EventBody body, TimeFormat times) {
        try {
            return Optional.of(sentence(body, times));
        } catch (EventBody.UnexpectedBody odd) {
            return Optional.empty();
        }
    }

    private static EventSentence actorDid(EventBody body, String what) {
        return EventSentence.begin(body.actor()).and(what);
    }

    private static EventSentence started(EventBody body) {
        return actorDid(body, " " + body.text("version") + " started, term " + body.count("term"));
    }

    private static EventSentence clockSteppedBack(EventBody body) {
        String by = Format.duration(body.duration("by"));
        return actorDid(body, " detected that the machine's clock went back by " + by);
    }

    private static EventSentence historyPruned(EventBody body) {
        String bodies = Format.count(body.number("bodies"), "entry", "entries");
        String before = body.count("before");
        return actorDid(
                body,
                " pruned the bodies of "
                        + bodies
                        + " before entry "
                        + before
                        + "; their hashes remain");
    }

    private static EventSentence backupRestored(EventBody body, TimeFormat times) {
        String taken = body.instant("takenAt").map(at -> ", taken " + times.time(at)).orElse("");
        return actorDid(body, " restored the backup ")
                .code(body.text("backup"))
                .and(taken + ", up to entry " + body.count("upTo"));
    }

    private static EventSentence noteCreated(EventBody body) {
        String where = body.event().team().map(team -> " in " + team).orElse("");
        return actorDid(body, " wrote a note" + where + ": " + quoted(body.text("text")));
    }

    private static EventSentence serverKeyAdopted(EventBody body) {
        return actorDid(body, " adopted the server key ").code(shortened(body.text("fingerprint")));
    }

    private static EventSentence teamCreated(EventBody body) {
        return actorDid(body, " created team " + body.text("team") + parent(body) + title(body));
    }

    private static EventSentence teamUpdated(EventBody body) {
        return actorDid(
                body, " changed team " + body.text("team") + ": now" + parent(body) + title(body));
    }

    private static String parent(EventBody body) {
        return body.find("parent").map(above -> " below " + above).orElse("");
    }

    private static String title(EventBody body) {
        return body.find("title")
                .filter(title -> !title.equals(body.text("team")))
                .map(title -> ", called " + quoted(title))
                .orElse("");
    }

    private static EventSentence teamDeleted(EventBody body) {
        return actorDid(body, " removed team " + body.text("team") + " with its roles and tokens");
    }

    private static EventSentence userCreated(EventBody body) {
        String user = body.text("user");
        String what =
                body.find("team")
                        .map(team -> " created service account " + user + " of " + team)
                        .orElse(" added " + user);
        return actorDid(body, what + ", " + nameAndMail(body));
    }

    private static EventSentence userUpdated(EventBody body) {
        String disabled = body.isTrue("enabled") ? "" : ", disabled";
        return actorDid(
                body, " changed " + body.text("user") + ": now " + nameAndMail(body) + disabled);
    }

    private static String nameAndMail(EventBody body) {
        String mail = body.find("email").map(address -> ", " + address).orElse("");
        return quoted(body.text("name")) + mail;
    }

    private static EventSentence userDeleted(EventBody body) {
        return actorDid(body, " removed " + body.text("user") + " with its roles and tokens");
    }

    private static EventSentence roleChanged(EventBody body) {
        String user = body.text("user");
        String team = body.text("team");
        String because = body.isTrue("signOn") ? " by single sign-on" : "";
        return actorDid(
                body,
                body.find("role")
                                .map(role -> " made " + user + " " + role + " in " + team)
                                .orElse(" revoked the role of " + user + " in " + team)
                        + because);
    }

    private static EventSentence tokenCreated(EventBody body, TimeFormat times) {
        List<String> limits = new ArrayList<>(List.of(quoted(body.text("label"))));
        List<String> only = body.texts("only");
        if (!only.isEmpty()) {
            limits.add("only " + Format.list(only));
        }
        body.find("within").ifPresent(team -> limits.add("in " + team));
        limits.add(
                body.instant("expires")
                        .map(at -> "until " + times.time(at))
                        .orElse("until it is revoked"));
        String owner = body.text("owner");
        String forOwner = owner.equals(body.actor()) ? "" : " for " + owner;
        return actorDid(body, " created token ")
                .code(body.text("token") + "…")
                .and(forOwner + ": " + String.join(", ", limits));
    }

    private static EventSentence tokenRevoked(EventBody body) {
        String owner = body.text("owner");
        String ofOwner = owner.equals(body.actor()) ? "" : " of " + owner;
        return actorDid(body, " revoked token ")
                .code(body.text("token") + "…")
                .and(ofOwner + ": " + quoted(body.text("label")));
    }

    private static EventSentence sessionCreated(EventBody body, TimeFormat times) {
        EventSentence sentence = EventSentence.begin(body.text("user"));
        String until = body.instant("until").map(at -> " until " + times.time(at)).orElse("");
        return body.find("with")
                .map(token -> sentence.and(" signed in with token ").code(token + "…").and(until))
                .orElseGet(() -> sentence.and(" signed in by single sign-on" + until));
    }

    private static EventSentence secret(EventBody body, String what) {
        return actorDid(body, what + body.text("secret") + " of " + body.text("team"));
    }

    private static EventSentence accessDenied(EventBody body) {
        long count = body.number("count");
        String times = count == 1 ? "once" : Format.count(count) + " times";
        return EventSentence.begin(body.text("source").replaceFirst("^user/", ""))
                .and(" was refused " + times + ": " + body.text("reason").replace('-', ' '));
    }

    private static EventSentence submitted(EventBody body) {
        return actorDid(
                        body,
                        " submitted " + body.text("name") + " in " + body.text("team") + " as ")
                .code(body.text("workload"));
    }

    private static EventSentence starting(EventBody body) {
        return actorDid(body, " placed ")
                .code(body.text("workload"))
                .and(" on " + Format.list(body.texts("nodes")) + attempt(body));
    }

    private static EventSentence running(EventBody body) {
        return actorDid(body, " started ").code(body.text("workload")).and(attempt(body));
    }

    private static EventSentence stopping(EventBody body, TimeFormat times) {
        String by = body.instant("by").map(at -> " by " + times.time(at)).orElse("");
        return actorDid(body, " asked ")
                .code(body.text("workload"))
                .and(" to stop" + by + because(body));
    }

    private static EventSentence queued(EventBody body) {
        return actorDid(body, " queued ").code(body.text("workload")).and(because(body));
    }

    private static EventSentence hung(EventBody body) {
        return actorDid(body, " found that ")
                .code(body.text("workload"))
                .and(" hangs" + because(body));
    }

    private static EventSentence idle(EventBody body) {
        return actorDid(body, " found that ")
                .code(body.text("workload"))
                .and(" is idle" + because(body));
    }

    private static EventSentence workspaceOpened(EventBody body) {
        return actorDid(body, " opened the workspace ").code(body.text("workload"));
    }

    private static EventSentence idleExempted(EventBody body, TimeFormat times) {
        String until = body.instant("until").map(at -> " until " + times.time(at)).orElse("");
        return actorDid(body, " exempted ")
                .code(body.text("workload"))
                .and(" from the idle limit" + until + because(body));
    }

    private static EventSentence execStarted(EventBody body) {
        return actorDid(body, " ran ")
                .code(body.text("command"))
                .and(" beside ")
                .code(body.text("workload"));
    }

    private static EventSentence ended(EventBody body) {
        String outcome = body.text("outcome");
        String how = outcome.equals("cancelled") ? "was cancelled" : outcome;
        return actorDid(body, " recorded that ")
                .code(body.text("workload"))
                .and(" " + how + because(body));
    }

    private static EventSentence drained(EventBody body) {
        return actorDid(body, " drained " + body.text("node") + because(body));
    }

    private static EventSentence undrained(EventBody body) {
        return actorDid(body, " returned " + body.text("node") + " to service");
    }

    private static EventSentence operationEnded(EventBody body) {
        return actorDid(
                body,
                " ended operation "
                        + body.text("operation")
                        + ": "
                        + body.text("type")
                        + " "
                        + body.text("outcome"));
    }

    private static EventSentence readerSkipped(EventBody body) {
        return actorDid(
                body,
                " let reader "
                        + body.text("reader")
                        + " skip entry "
                        + Format.count(body.number("event"))
                        + because(body));
    }

    private static EventSentence readerRetired(EventBody body) {
        return actorDid(
                body,
                " retired reader "
                        + body.text("reader")
                        + " at entry "
                        + Format.count(body.number("event")));
    }

    private static EventSentence calibrated(EventBody body) {
        return actorDid(body, " applied calibration " + calibration(body));
    }

    private static EventSentence uncalibrated(EventBody body) {
        return actorDid(body, " undid calibration " + calibration(body));
    }

    private static EventSentence webhook(EventBody body, String what) {
        return actorDid(body, what).code(body.text("webhook")).and(" of " + body.text("team"));
    }

    private static EventSentence webhookSet(EventBody body, String what) {
        String types = Format.list(body.texts("types"));
        return webhook(body, what).and(" at " + body.text("host") + " for " + types);
    }

    private static EventSentence webhookChanged(EventBody body) {
        return webhookSet(body, " changed webhook ")
                .and(body.isTrue("enabled") ? "" : ", disabled");
    }

    private static EventSentence webhookSecretRotated(EventBody body, TimeFormat times) {
        String until =
                body.instant("previousUntil")
                        .map(at -> "; the previous one is valid until " + times.time(at))
                        .orElse("");
        return webhook(body, " rotated the secret of webhook ").and(until);
    }

    private static EventSentence webhookDisabled(EventBody body, TimeFormat times) {
        String since =
                body.instant("failingSince").map(at -> " since " + times.time(at)).orElse("");
        String why =
                body.text("because").equals("gone")
                        ? ": its receiver answered that it is gone (410)"
                        : ": all retries failed" + since;
        return webhook(body, " disabled webhook ").and(why);
    }

    private static String calibration(EventBody body) {
        return body.number("number") + ": " + body.text("says");
    }

    private static String attempt(EventBody body) {
        return ", attempt " + body.count("attempt");
    }

    private static String because(EventBody body) {
        return body.find("because").filter(why -> !why.isBlank()).map(why -> ": " + why).orElse("");
    }

    private static String quoted(String text) {
        return "“" + text.strip() + "”";
    }

    private static String shortened(String hash) {
        return hash.length() <= 12 ? hash : hash.substring(0, 12) + "…";
    }
}
