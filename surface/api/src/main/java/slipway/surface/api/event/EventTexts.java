package slipway.surface.api.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

/** The words for each kind of event: one line for each, so that a room adds its own in a minute. */
interface EventTexts {

    EventSentence sentence(EventBody eventBody, TimeFormat timeFormat);

    Map<String, EventTexts> BY_KIND =
            Map.ofEntries(
                    Map.entry("server.started", (eventBody, _) -> started(eventBody)),
                    Map.entry(
                            "server.stopped",
                            (eventBody, _) -> actorDid(eventBody, " stopped in order")),
                    Map.entry("clock.stepped_back", (eventBody, _) -> clockSteppedBack(eventBody)),
                    Map.entry("history.pruned", (eventBody, _) -> historyPruned(eventBody)),
                    Map.entry("backup.restored", EventTexts::backupRestored),
                    Map.entry("note.created", (eventBody, _) -> noteCreated(eventBody)),
                    Map.entry("server_key.adopted", (eventBody, _) -> serverKeyAdopted(eventBody)),
                    Map.entry("team.created", (eventBody, _) -> teamCreated(eventBody)),
                    Map.entry("team.updated", (eventBody, _) -> teamUpdated(eventBody)),
                    Map.entry("team.deleted", (eventBody, _) -> teamDeleted(eventBody)),
                    Map.entry("user.created", (eventBody, _) -> userCreated(eventBody)),
                    Map.entry("user.updated", (eventBody, _) -> userUpdated(eventBody)),
                    Map.entry("user.deleted", (eventBody, _) -> userDeleted(eventBody)),
                    Map.entry("role.granted", (eventBody, _) -> roleChanged(eventBody)),
                    Map.entry("role.revoked", (eventBody, _) -> roleChanged(eventBody)),
                    Map.entry("token.created", EventTexts::tokenCreated),
                    Map.entry("token.revoked", (eventBody, _) -> tokenRevoked(eventBody)),
                    Map.entry("session.created", EventTexts::sessionCreated),
                    Map.entry(
                            "session.revoked",
                            (eventBody, _) -> actorDid(eventBody, " signed out")),
                    Map.entry(
                            "secret.set", (eventBody, _) -> secret(eventBody, " set the secret ")),
                    Map.entry(
                            "secret.deleted",
                            (eventBody, _) -> secret(eventBody, " removed the secret ")),
                    Map.entry("access.denied", (eventBody, _) -> accessDenied(eventBody)),
                    Map.entry("workload.submitted", (eventBody, _) -> submitted(eventBody)),
                    Map.entry("workload.starting", (eventBody, _) -> starting(eventBody)),
                    Map.entry("workload.running", (eventBody, _) -> running(eventBody)),
                    Map.entry("workload.stopping", EventTexts::stopping),
                    Map.entry("workload.preempting", EventTexts::stopping),
                    Map.entry("workload.queued", (eventBody, _) -> queued(eventBody)),
                    Map.entry("workload.hung", (eventBody, _) -> hung(eventBody)),
                    Map.entry("workload.idle", (eventBody, _) -> idle(eventBody)),
                    Map.entry("workload.idle_exempted", EventTexts::idleExempted),
                    Map.entry("workspace.opened", (eventBody, _) -> workspaceOpened(eventBody)),
                    Map.entry("exec.started", (eventBody, _) -> execStarted(eventBody)),
                    Map.entry("workload.succeeded", (eventBody, _) -> ended(eventBody)),
                    Map.entry("workload.failed", (eventBody, _) -> ended(eventBody)),
                    Map.entry("workload.cancelled", (eventBody, _) -> ended(eventBody)),
                    Map.entry("node.drained", (eventBody, _) -> drained(eventBody)),
                    Map.entry("node.undrained", (eventBody, _) -> undrained(eventBody)),
                    Map.entry("calibration.applied", (eventBody, _) -> calibrated(eventBody)),
                    Map.entry("calibration.reverted", (eventBody, _) -> uncalibrated(eventBody)));

    static Optional<EventTexts> find(String kind) {
        return Optional.ofNullable(BY_KIND.get(kind));
    }

    /** Empty when the body is not what its kind promises. */
    default Optional<EventSentence> trySentence(EventBody eventBody, TimeFormat timeFormat) {
        try {
            return Optional.of(sentence(eventBody, timeFormat));
        } catch (EventBody.UnexpectedBody odd) {
            return Optional.empty();
        }
    }

    private static EventSentence actorDid(EventBody eventBody, String what) {
        return EventSentence.begin(eventBody.actor()).and(what);
    }

    private static EventSentence started(EventBody eventBody) {
        return actorDid(
                eventBody,
                " " + eventBody.text("version") + " started, term " + eventBody.count("term"));
    }

    private static EventSentence clockSteppedBack(EventBody eventBody) {
        String by = Format.duration(eventBody.duration("by"));
        return actorDid(eventBody, " found that the machine's clock went back by " + by);
    }

    private static EventSentence historyPruned(EventBody eventBody) {
        String bodies = Format.count(eventBody.number("bodies"), "entry", "entries");
        String before = eventBody.count("before");
        return actorDid(
                eventBody,
                " dropped what " + bodies + " before entry " + before + " said; their hashes stay");
    }

    private static EventSentence backupRestored(EventBody eventBody, TimeFormat timeFormat) {
        String taken =
                eventBody.instant("takenAt").map(at -> ", taken " + timeFormat.time(at)).orElse("");
        return actorDid(eventBody, " restored the backup ")
                .code(eventBody.text("backup"))
                .and(taken + ", up to entry " + eventBody.count("upTo"));
    }

    private static EventSentence noteCreated(EventBody eventBody) {
        String where = eventBody.event().team().map(team -> " in " + team).orElse("");
        return actorDid(eventBody, " wrote a note" + where + ": " + quoted(eventBody.text("text")));
    }

    private static EventSentence serverKeyAdopted(EventBody eventBody) {
        return actorDid(eventBody, " rests on the server key ")
                .code(shortened(eventBody.text("fingerprint")))
                .and(" from now on");
    }

    private static EventSentence teamCreated(EventBody eventBody) {
        return actorDid(
                eventBody,
                " founded the team "
                        + eventBody.text("team")
                        + place(eventBody)
                        + title(eventBody));
    }

    private static EventSentence teamUpdated(EventBody eventBody) {
        return actorDid(
                eventBody,
                " changed the team "
                        + eventBody.text("team")
                        + ": now"
                        + place(eventBody)
                        + title(eventBody));
    }

    private static String place(EventBody eventBody) {
        return eventBody.find("parent").map(above -> " below " + above).orElse("");
    }

    private static String title(EventBody eventBody) {
        return eventBody
                .find("title")
                .filter(title -> !title.equals(eventBody.text("team")))
                .map(title -> ", called " + quoted(title))
                .orElse("");
    }

    private static EventSentence teamDeleted(EventBody eventBody) {
        return actorDid(
                eventBody,
                " removed the team " + eventBody.text("team") + " with the roles and tokens in it");
    }

    private static EventSentence userCreated(EventBody eventBody) {
        String user = eventBody.text("user");
        String what =
                eventBody
                        .find("team")
                        .map(team -> " made the service account " + user + " of " + team)
                        .orElse(" added " + user);
        return actorDid(eventBody, what + ", " + known(eventBody));
    }

    private static EventSentence userUpdated(EventBody eventBody) {
        String out = eventBody.is("enabled") ? "" : ", shut out";
        return actorDid(
                eventBody,
                " changed " + eventBody.text("user") + ": now " + known(eventBody) + out);
    }

    private static String known(EventBody eventBody) {
        String mail = eventBody.find("email").map(address -> ", " + address).orElse("");
        return quoted(eventBody.text("name")) + mail;
    }

    private static EventSentence userDeleted(EventBody eventBody) {
        return actorDid(
                eventBody, " removed " + eventBody.text("user") + " with its roles and tokens");
    }

    private static EventSentence roleChanged(EventBody eventBody) {
        String user = eventBody.text("user");
        String team = eventBody.text("team");
        String because = eventBody.is("signOn") ? ", as single sign-on says" : "";
        return actorDid(
                eventBody,
                eventBody
                                .find("role")
                                .map(role -> " made " + user + " " + role + " in " + team)
                                .orElse(" took the role of " + user + " in " + team + " away")
                        + because);
    }

    private static EventSentence tokenCreated(EventBody eventBody, TimeFormat timeFormat) {
        List<String> limits = new ArrayList<>(List.of(quoted(eventBody.text("label"))));
        List<String> only = eventBody.texts("only");
        if (!only.isEmpty()) {
            limits.add("only " + Format.list(only));
        }
        eventBody.find("within").ifPresent(team -> limits.add("in " + team));
        limits.add(
                eventBody
                        .instant("expires")
                        .map(at -> "until " + timeFormat.time(at))
                        .orElse("until it is revoked"));
        String owner = eventBody.text("owner");
        String whose = owner.equals(eventBody.actor()) ? "" : " for " + owner;
        return actorDid(eventBody, " made token ")
                .code(eventBody.text("token") + "…")
                .and(whose + ": " + String.join(", ", limits));
    }

    private static EventSentence tokenRevoked(EventBody eventBody) {
        String owner = eventBody.text("owner");
        String whose = owner.equals(eventBody.actor()) ? "" : " of " + owner;
        return actorDid(eventBody, " revoked token ")
                .code(eventBody.text("token") + "…")
                .and(whose + ": " + quoted(eventBody.text("label")));
    }

    private static EventSentence sessionCreated(EventBody eventBody, TimeFormat timeFormat) {
        EventSentence begun = EventSentence.begin(eventBody.text("user"));
        String until =
                eventBody.instant("until").map(at -> " until " + timeFormat.time(at)).orElse("");
        return eventBody
                .find("with")
                .map(token -> begun.and(" signed in with token ").code(token + "…").and(until))
                .orElseGet(() -> begun.and(" signed in by single sign-on" + until));
    }

    private static EventSentence secret(EventBody eventBody, String what) {
        return actorDid(
                eventBody, what + eventBody.text("secret") + " of " + eventBody.text("team"));
    }

    private static EventSentence accessDenied(EventBody eventBody) {
        long count = eventBody.number("count");
        String times = count == 1 ? "once" : Format.count(count) + " times";
        return EventSentence.begin(eventBody.text("source"))
                .and(
                        " was turned away "
                                + times
                                + ": "
                                + eventBody.text("reason").replace('-', ' '));
    }

    private static EventSentence submitted(EventBody eventBody) {
        return actorDid(
                        eventBody,
                        " submitted "
                                + eventBody.text("name")
                                + " in "
                                + eventBody.text("team")
                                + " as ")
                .code(eventBody.text("workload"));
    }

    private static EventSentence starting(EventBody eventBody) {
        return actorDid(eventBody, " gave ")
                .code(eventBody.text("workload"))
                .and(" a place on " + Format.list(eventBody.texts("nodes")) + attempt(eventBody));
    }

    private static EventSentence running(EventBody eventBody) {
        return actorDid(eventBody, " started ")
                .code(eventBody.text("workload"))
                .and(attempt(eventBody));
    }

    private static EventSentence stopping(EventBody eventBody, TimeFormat timeFormat) {
        String by = eventBody.instant("by").map(at -> " by " + timeFormat.time(at)).orElse("");
        return actorDid(eventBody, " told ")
                .code(eventBody.text("workload"))
                .and(" to stop" + by + because(eventBody));
    }

    private static EventSentence queued(EventBody eventBody) {
        return actorDid(eventBody, " queued ")
                .code(eventBody.text("workload"))
                .and(because(eventBody));
    }

    private static EventSentence hung(EventBody eventBody) {
        return actorDid(eventBody, " found that ")
                .code(eventBody.text("workload"))
                .and(" hangs" + because(eventBody));
    }

    private static EventSentence idle(EventBody eventBody) {
        return actorDid(eventBody, " found that ")
                .code(eventBody.text("workload"))
                .and(" is idle" + because(eventBody));
    }

    private static EventSentence workspaceOpened(EventBody eventBody) {
        return actorDid(eventBody, " opened the workspace ").code(eventBody.text("workload"));
    }

    private static EventSentence idleExempted(EventBody eventBody, TimeFormat timeFormat) {
        String until =
                eventBody.instant("until").map(at -> " until " + timeFormat.time(at)).orElse("");
        return actorDid(eventBody, " keeps ")
                .code(eventBody.text("workload"))
                .and(until + ", used or not" + because(eventBody));
    }

    private static EventSentence execStarted(EventBody eventBody) {
        return actorDid(eventBody, " ran ")
                .code(eventBody.text("command"))
                .and(" beside ")
                .code(eventBody.text("workload"));
    }

    private static EventSentence ended(EventBody eventBody) {
        String outcome = eventBody.text("outcome");
        String how = outcome.equals("cancelled") ? "was cancelled" : outcome;
        return actorDid(eventBody, " noted that ")
                .code(eventBody.text("workload"))
                .and(" " + how + because(eventBody));
    }

    private static EventSentence drained(EventBody eventBody) {
        return actorDid(eventBody, " drained " + eventBody.text("node") + because(eventBody));
    }

    private static EventSentence undrained(EventBody eventBody) {
        return actorDid(eventBody, " returned " + eventBody.text("node") + " to service");
    }

    private static EventSentence calibrated(EventBody eventBody) {
        return actorDid(eventBody, " applied calibration " + numbered(eventBody));
    }

    private static EventSentence uncalibrated(EventBody eventBody) {
        return actorDid(eventBody, " undid calibration " + numbered(eventBody));
    }

    private static String numbered(EventBody eventBody) {
        return eventBody.number("number") + ": " + eventBody.text("says");
    }

    private static String attempt(EventBody eventBody) {
        return ", attempt " + eventBody.count("attempt");
    }

    private static String because(EventBody eventBody) {
        return eventBody
                .find("because")
                .filter(why -> !why.isBlank())
                .map(why -> ": " + why)
                .orElse("");
    }

    private static String quoted(String text) {
        return "“" + text.strip() + "”";
    }

    private static String shortened(String hash) {
        return hash.length() <= 12 ? hash : hash.substring(0, 12) + "…";
    }
}
