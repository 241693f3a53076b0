package slipway.surface.api.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;

/** The words for each kind of event: one line for each, so that a room adds its own in a minute. */
interface EventTexts {

    EventSentence tell(EventBody eventBody, TimeFormat timeFormat);

    Map<String, EventTexts> BY_KIND =
            Map.ofEntries(
                    Map.entry("server.started", (eventBody, _) -> started(eventBody)),
                    Map.entry(
                            "server.stopped",
                            (eventBody, _) -> did(eventBody, " stopped in order")),
                    Map.entry("clock.stepped_back", (eventBody, _) -> steppedBack(eventBody)),
                    Map.entry("history.pruned", (eventBody, _) -> pruned(eventBody)),
                    Map.entry("backup.restored", EventTexts::restored),
                    Map.entry("note.created", (eventBody, _) -> noted(eventBody)),
                    Map.entry("server_key.adopted", (eventBody, _) -> adopted(eventBody)),
                    Map.entry("team.created", (eventBody, _) -> founded(eventBody)),
                    Map.entry("team.updated", (eventBody, _) -> changedTeam(eventBody)),
                    Map.entry("team.deleted", (eventBody, _) -> removedTeam(eventBody)),
                    Map.entry("user.created", (eventBody, _) -> added(eventBody)),
                    Map.entry("user.updated", (eventBody, _) -> changedUser(eventBody)),
                    Map.entry("user.deleted", (eventBody, _) -> removedUser(eventBody)),
                    Map.entry("role.granted", (eventBody, _) -> inTeam(eventBody)),
                    Map.entry("role.revoked", (eventBody, _) -> inTeam(eventBody)),
                    Map.entry("token.created", EventTexts::madeToken),
                    Map.entry("token.revoked", (eventBody, _) -> revoked(eventBody)),
                    Map.entry("session.created", EventTexts::signedIn),
                    Map.entry("session.revoked", (eventBody, _) -> did(eventBody, " signed out")),
                    Map.entry(
                            "secret.set", (eventBody, _) -> secret(eventBody, " set the secret ")),
                    Map.entry(
                            "secret.deleted",
                            (eventBody, _) -> secret(eventBody, " removed the secret ")),
                    Map.entry("access.denied", (eventBody, _) -> refused(eventBody)),
                    Map.entry("workload.submitted", (eventBody, _) -> submitted(eventBody)),
                    Map.entry("workload.starting", (eventBody, _) -> placed(eventBody)),
                    Map.entry("workload.running", (eventBody, _) -> begun(eventBody)),
                    Map.entry("workload.stopping", EventTexts::toldToStop),
                    Map.entry("workload.preempting", EventTexts::toldToStop),
                    Map.entry("workload.queued", (eventBody, _) -> queued(eventBody)),
                    Map.entry("workload.hung", (eventBody, _) -> hung(eventBody)),
                    Map.entry("workload.idle", (eventBody, _) -> idle(eventBody)),
                    Map.entry("workload.idle_exempted", EventTexts::kept),
                    Map.entry("workspace.opened", (eventBody, _) -> opened(eventBody)),
                    Map.entry("exec.started", (eventBody, _) -> entered(eventBody)),
                    Map.entry("workload.succeeded", (eventBody, _) -> ended(eventBody)),
                    Map.entry("workload.failed", (eventBody, _) -> ended(eventBody)),
                    Map.entry("workload.cancelled", (eventBody, _) -> ended(eventBody)),
                    Map.entry("node.drained", (eventBody, _) -> drained(eventBody)),
                    Map.entry("node.undrained", (eventBody, _) -> returned(eventBody)),
                    Map.entry("calibration.applied", (eventBody, _) -> calibrated(eventBody)),
                    Map.entry("calibration.reverted", (eventBody, _) -> uncalibrated(eventBody)));

    static Optional<EventTexts> find(String kind) {
        return Optional.ofNullable(BY_KIND.get(kind));
    }

    /** Empty when the body is not what its kind promises. */
    default Optional<EventSentence> told(EventBody eventBody, TimeFormat timeFormat) {
        try {
            return Optional.of(tell(eventBody, timeFormat));
        } catch (EventBody.Odd odd) {
            return Optional.empty();
        }
    }

    private static EventSentence did(EventBody eventBody, String what) {
        return EventSentence.begin(eventBody.who()).and(what);
    }

    private static EventSentence started(EventBody eventBody) {
        return did(
                eventBody,
                " " + eventBody.text("version") + " started, term " + eventBody.count("term"));
    }

    private static EventSentence steppedBack(EventBody eventBody) {
        String by = Format.duration(eventBody.duration("by"));
        return did(eventBody, " found that the machine's clock went back by " + by);
    }

    private static EventSentence pruned(EventBody eventBody) {
        String bodies = Format.count(eventBody.number("bodies"), "entry", "entries");
        String before = eventBody.count("before");
        return did(
                eventBody,
                " dropped what " + bodies + " before entry " + before + " said; their hashes stay");
    }

    private static EventSentence restored(EventBody eventBody, TimeFormat timeFormat) {
        String taken =
                eventBody.instant("takenAt").map(at -> ", taken " + timeFormat.time(at)).orElse("");
        return did(eventBody, " restored the backup ")
                .code(eventBody.text("backup"))
                .and(taken + ", up to entry " + eventBody.count("upTo"));
    }

    private static EventSentence noted(EventBody eventBody) {
        String where = eventBody.event().team().map(team -> " in " + team).orElse("");
        return did(eventBody, " wrote a note" + where + ": " + quoted(eventBody.text("text")));
    }

    private static EventSentence adopted(EventBody eventBody) {
        return did(eventBody, " rests on the server key ")
                .code(shortened(eventBody.text("fingerprint")))
                .and(" from now on");
    }

    private static EventSentence founded(EventBody eventBody) {
        return did(
                eventBody,
                " founded the team "
                        + eventBody.text("team")
                        + place(eventBody)
                        + title(eventBody));
    }

    private static EventSentence changedTeam(EventBody eventBody) {
        return did(
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

    private static EventSentence removedTeam(EventBody eventBody) {
        return did(
                eventBody,
                " removed the team " + eventBody.text("team") + " with the roles and tokens in it");
    }

    private static EventSentence added(EventBody eventBody) {
        String user = eventBody.text("user");
        String what =
                eventBody
                        .find("team")
                        .map(team -> " made the service account " + user + " of " + team)
                        .orElse(" added " + user);
        return did(eventBody, what + ", " + known(eventBody));
    }

    private static EventSentence changedUser(EventBody eventBody) {
        String out = eventBody.is("enabled") ? "" : ", shut out";
        return did(
                eventBody,
                " changed " + eventBody.text("user") + ": now " + known(eventBody) + out);
    }

    private static String known(EventBody eventBody) {
        String mail = eventBody.find("email").map(address -> ", " + address).orElse("");
        return quoted(eventBody.text("name")) + mail;
    }

    private static EventSentence removedUser(EventBody eventBody) {
        return did(eventBody, " removed " + eventBody.text("user") + " with its roles and tokens");
    }

    private static EventSentence inTeam(EventBody eventBody) {
        String user = eventBody.text("user");
        String team = eventBody.text("team");
        String because = eventBody.is("signOn") ? ", as single sign-on says" : "";
        return did(
                eventBody,
                eventBody
                                .find("role")
                                .map(role -> " made " + user + " " + role + " in " + team)
                                .orElse(" took the role of " + user + " in " + team + " away")
                        + because);
    }

    private static EventSentence madeToken(EventBody eventBody, TimeFormat timeFormat) {
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
        String whose = owner.equals(eventBody.who()) ? "" : " for " + owner;
        return did(eventBody, " made token ")
                .code(eventBody.text("token") + "…")
                .and(whose + ": " + String.join(", ", limits));
    }

    private static EventSentence revoked(EventBody eventBody) {
        String owner = eventBody.text("owner");
        String whose = owner.equals(eventBody.who()) ? "" : " of " + owner;
        return did(eventBody, " revoked token ")
                .code(eventBody.text("token") + "…")
                .and(whose + ": " + quoted(eventBody.text("label")));
    }

    private static EventSentence signedIn(EventBody eventBody, TimeFormat timeFormat) {
        EventSentence begun = EventSentence.begin(eventBody.text("user"));
        String until =
                eventBody.instant("until").map(at -> " until " + timeFormat.time(at)).orElse("");
        return eventBody
                .find("with")
                .map(token -> begun.and(" signed in with token ").code(token + "…").and(until))
                .orElseGet(() -> begun.and(" signed in by single sign-on" + until));
    }

    private static EventSentence secret(EventBody eventBody, String what) {
        return did(eventBody, what + eventBody.text("secret") + " of " + eventBody.text("team"));
    }

    private static EventSentence refused(EventBody eventBody) {
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
        return did(
                        eventBody,
                        " submitted "
                                + eventBody.text("name")
                                + " in "
                                + eventBody.text("team")
                                + " as ")
                .code(eventBody.text("workload"));
    }

    private static EventSentence placed(EventBody eventBody) {
        return did(eventBody, " gave ")
                .code(eventBody.text("workload"))
                .and(" a place on " + Format.list(eventBody.texts("nodes")) + attempt(eventBody));
    }

    private static EventSentence begun(EventBody eventBody) {
        return did(eventBody, " started ").code(eventBody.text("workload")).and(attempt(eventBody));
    }

    private static EventSentence toldToStop(EventBody eventBody, TimeFormat timeFormat) {
        String by = eventBody.instant("by").map(at -> " by " + timeFormat.time(at)).orElse("");
        return did(eventBody, " told ")
                .code(eventBody.text("workload"))
                .and(" to stop" + by + because(eventBody));
    }

    private static EventSentence queued(EventBody eventBody) {
        return did(eventBody, " queued ").code(eventBody.text("workload")).and(because(eventBody));
    }

    private static EventSentence hung(EventBody eventBody) {
        return did(eventBody, " found that ")
                .code(eventBody.text("workload"))
                .and(" hangs" + because(eventBody));
    }

    private static EventSentence idle(EventBody eventBody) {
        return did(eventBody, " found that ")
                .code(eventBody.text("workload"))
                .and(" is idle" + because(eventBody));
    }

    private static EventSentence opened(EventBody eventBody) {
        return did(eventBody, " opened the workspace ").code(eventBody.text("workload"));
    }

    private static EventSentence kept(EventBody eventBody, TimeFormat timeFormat) {
        String until =
                eventBody.instant("until").map(at -> " until " + timeFormat.time(at)).orElse("");
        return did(eventBody, " keeps ")
                .code(eventBody.text("workload"))
                .and(until + ", used or not" + because(eventBody));
    }

    private static EventSentence entered(EventBody eventBody) {
        return did(eventBody, " ran ")
                .code(eventBody.text("command"))
                .and(" beside ")
                .code(eventBody.text("workload"));
    }

    private static EventSentence ended(EventBody eventBody) {
        String outcome = eventBody.text("outcome");
        String how = outcome.equals("cancelled") ? "was cancelled" : outcome;
        return did(eventBody, " noted that ")
                .code(eventBody.text("workload"))
                .and(" " + how + because(eventBody));
    }

    private static EventSentence drained(EventBody eventBody) {
        return did(eventBody, " drained " + eventBody.text("node") + because(eventBody));
    }

    private static EventSentence returned(EventBody eventBody) {
        return did(eventBody, " returned " + eventBody.text("node") + " to service");
    }

    private static EventSentence calibrated(EventBody eventBody) {
        return did(eventBody, " applied calibration " + numbered(eventBody));
    }

    private static EventSentence uncalibrated(EventBody eventBody) {
        return did(eventBody, " undid calibration " + numbered(eventBody));
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
