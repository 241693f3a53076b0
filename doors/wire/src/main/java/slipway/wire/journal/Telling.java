package slipway.wire.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Say;
import slipway.base.Times;

/** The words for each kind of event: one line for each, so that a room adds its own in a minute. */
interface Telling {

    Sentence tell(Body body, Times times);

    Map<String, Telling> BY_KIND =
            Map.ofEntries(
                    Map.entry("server-started", (body, _) -> started(body)),
                    Map.entry("server-stopped", (body, _) -> did(body, " stopped in order")),
                    Map.entry("clock-stepped-back", (body, _) -> steppedBack(body)),
                    Map.entry("history-pruned", (body, _) -> pruned(body)),
                    Map.entry("backup-restored", Telling::restored),
                    Map.entry("note-written", (body, _) -> noted(body)),
                    Map.entry("server-key-adopted", (body, _) -> adopted(body)),
                    Map.entry("team-created", (body, _) -> founded(body)),
                    Map.entry("team-changed", (body, _) -> changedTeam(body)),
                    Map.entry("team-removed", (body, _) -> removedTeam(body)),
                    Map.entry("user-created", (body, _) -> added(body)),
                    Map.entry("user-changed", (body, _) -> changedUser(body)),
                    Map.entry("user-removed", (body, _) -> removedUser(body)),
                    Map.entry("role-set", (body, _) -> inTeam(body)),
                    Map.entry("token-made", Telling::madeToken),
                    Map.entry("token-revoked", (body, _) -> revoked(body)),
                    Map.entry("signed-in", Telling::signedIn),
                    Map.entry("signed-out", (body, _) -> did(body, " signed out")),
                    Map.entry("secret-set", (body, _) -> secret(body, " set the secret ")),
                    Map.entry("secret-removed", (body, _) -> secret(body, " removed the secret ")),
                    Map.entry("access-refused", (body, _) -> refused(body)),
                    Map.entry("workload-submitted", (body, _) -> submitted(body)),
                    Map.entry("workload-placed", (body, _) -> placed(body)),
                    Map.entry("workload-started", (body, _) -> begun(body)),
                    Map.entry("workload-told-to-stop", Telling::toldToStop),
                    Map.entry("workload-queued", (body, _) -> queued(body)),
                    Map.entry("workload-hung", (body, _) -> hung(body)),
                    Map.entry("workload-idle", (body, _) -> idle(body)),
                    Map.entry("workload-kept", Telling::kept),
                    Map.entry("workload-opened", (body, _) -> opened(body)),
                    Map.entry("workload-entered", (body, _) -> entered(body)),
                    Map.entry("workload-ended", (body, _) -> ended(body)),
                    Map.entry("node-drained", (body, _) -> drained(body)),
                    Map.entry("node-restored", (body, _) -> returned(body)),
                    Map.entry("calibration-applied", (body, _) -> calibrated(body)),
                    Map.entry("calibration-undone", (body, _) -> uncalibrated(body)));

    static Optional<Telling> find(String kind) {
        return Optional.ofNullable(BY_KIND.get(kind));
    }

    /** Empty when the body is not what its kind promises. */
    default Optional<Sentence> told(Body body, Times times) {
        try {
            return Optional.of(tell(body, times));
        } catch (Body.Odd odd) {
            return Optional.empty();
        }
    }

    private static Sentence did(Body body, String what) {
        return Sentence.begin(body.who()).and(what);
    }

    private static Sentence started(Body body) {
        return did(body, " " + body.text("version") + " started, term " + body.count("term"));
    }

    private static Sentence steppedBack(Body body) {
        String by = Say.duration(body.duration("by"));
        return did(body, " found that the machine's clock went back by " + by);
    }

    private static Sentence pruned(Body body) {
        String bodies = Say.count(body.number("bodies"), "entry", "entries");
        String before = body.count("before");
        return did(
                body,
                " dropped what " + bodies + " before entry " + before + " said; their hashes stay");
    }

    private static Sentence restored(Body body, Times times) {
        String taken = body.instant("takenAt").map(at -> ", taken " + times.time(at)).orElse("");
        return did(body, " restored the backup ")
                .code(body.text("backup"))
                .and(taken + ", up to entry " + body.count("upTo"));
    }

    private static Sentence noted(Body body) {
        String where = body.event().team().map(team -> " in " + team).orElse("");
        return did(body, " wrote a note" + where + ": " + quoted(body.text("text")));
    }

    private static Sentence adopted(Body body) {
        return did(body, " rests on the server key ")
                .code(shortened(body.text("fingerprint")))
                .and(" from now on");
    }

    private static Sentence founded(Body body) {
        return did(body, " founded the team " + body.text("team") + place(body) + title(body));
    }

    private static Sentence changedTeam(Body body) {
        return did(
                body,
                " changed the team " + body.text("team") + ": now" + place(body) + title(body));
    }

    private static String place(Body body) {
        return body.find("parent").map(above -> " below " + above).orElse("");
    }

    private static String title(Body body) {
        return body.find("title")
                .filter(title -> !title.equals(body.text("team")))
                .map(title -> ", called " + quoted(title))
                .orElse("");
    }

    private static Sentence removedTeam(Body body) {
        return did(
                body,
                " removed the team " + body.text("team") + " with the roles and tokens in it");
    }

    private static Sentence added(Body body) {
        String user = body.text("user");
        String what =
                body.find("team")
                        .map(team -> " made the service account " + user + " of " + team)
                        .orElse(" added " + user);
        return did(body, what + ", " + known(body));
    }

    private static Sentence changedUser(Body body) {
        String out = body.is("enabled") ? "" : ", shut out";
        return did(body, " changed " + body.text("user") + ": now " + known(body) + out);
    }

    private static String known(Body body) {
        String mail = body.find("email").map(address -> ", " + address).orElse("");
        return quoted(body.text("name")) + mail;
    }

    private static Sentence removedUser(Body body) {
        return did(body, " removed " + body.text("user") + " with its roles and tokens");
    }

    private static Sentence inTeam(Body body) {
        String user = body.text("user");
        String team = body.text("team");
        String because = body.is("signOn") ? ", as single sign-on says" : "";
        return did(
                body,
                body.find("role")
                                .map(role -> " made " + user + " " + role + " in " + team)
                                .orElse(" took the role of " + user + " in " + team + " away")
                        + because);
    }

    private static Sentence madeToken(Body body, Times times) {
        List<String> limits = new ArrayList<>(List.of(quoted(body.text("label"))));
        List<String> only = body.texts("only");
        if (!only.isEmpty()) {
            limits.add("only " + Say.list(only));
        }
        body.find("within").ifPresent(team -> limits.add("in " + team));
        limits.add(
                body.instant("expires")
                        .map(at -> "until " + times.time(at))
                        .orElse("until it is revoked"));
        String owner = body.text("owner");
        String whose = owner.equals(body.who()) ? "" : " for " + owner;
        return did(body, " made token ")
                .code(body.text("token") + "…")
                .and(whose + ": " + String.join(", ", limits));
    }

    private static Sentence revoked(Body body) {
        String owner = body.text("owner");
        String whose = owner.equals(body.who()) ? "" : " of " + owner;
        return did(body, " revoked token ")
                .code(body.text("token") + "…")
                .and(whose + ": " + quoted(body.text("label")));
    }

    private static Sentence signedIn(Body body, Times times) {
        Sentence begun = Sentence.begin(body.text("user"));
        String until = body.instant("until").map(at -> " until " + times.time(at)).orElse("");
        return body.find("with")
                .map(token -> begun.and(" signed in with token ").code(token + "…").and(until))
                .orElseGet(() -> begun.and(" signed in by single sign-on" + until));
    }

    private static Sentence secret(Body body, String what) {
        return did(body, what + body.text("secret") + " of " + body.text("team"));
    }

    private static Sentence refused(Body body) {
        long count = body.number("count");
        String times = count == 1 ? "once" : Say.count(count) + " times";
        return Sentence.begin(body.text("source"))
                .and(" was turned away " + times + ": " + body.text("reason").replace('-', ' '));
    }

    private static Sentence submitted(Body body) {
        return did(body, " submitted " + body.text("name") + " in " + body.text("team") + " as ")
                .code(body.text("workload"));
    }

    private static Sentence placed(Body body) {
        return did(body, " gave ")
                .code(body.text("workload"))
                .and(" a place on " + Say.list(body.texts("nodes")) + attempt(body));
    }

    private static Sentence begun(Body body) {
        return did(body, " started ").code(body.text("workload")).and(attempt(body));
    }

    private static Sentence toldToStop(Body body, Times times) {
        String by = body.instant("by").map(at -> " by " + times.time(at)).orElse("");
        return did(body, " told ").code(body.text("workload")).and(" to stop" + by + because(body));
    }

    private static Sentence queued(Body body) {
        return did(body, " queued ").code(body.text("workload")).and(because(body));
    }

    private static Sentence hung(Body body) {
        return did(body, " found that ").code(body.text("workload")).and(" hangs" + because(body));
    }

    private static Sentence idle(Body body) {
        return did(body, " found that ")
                .code(body.text("workload"))
                .and(" is idle" + because(body));
    }

    private static Sentence opened(Body body) {
        return did(body, " opened the workspace ").code(body.text("workload"));
    }

    private static Sentence kept(Body body, Times times) {
        String until = body.instant("until").map(at -> " until " + times.time(at)).orElse("");
        return did(body, " keeps ")
                .code(body.text("workload"))
                .and(until + ", used or not" + because(body));
    }

    private static Sentence entered(Body body) {
        return did(body, " ran ")
                .code(body.text("command"))
                .and(" beside ")
                .code(body.text("workload"));
    }

    private static Sentence ended(Body body) {
        String outcome = body.text("outcome");
        String how = outcome.equals("cancelled") ? "was cancelled" : outcome;
        return did(body, " noted that ").code(body.text("workload")).and(" " + how + because(body));
    }

    private static Sentence drained(Body body) {
        return did(body, " drained " + body.text("node") + because(body));
    }

    private static Sentence returned(Body body) {
        return did(body, " returned " + body.text("node") + " to service");
    }

    private static Sentence calibrated(Body body) {
        return did(body, " applied calibration " + numbered(body));
    }

    private static Sentence uncalibrated(Body body) {
        return did(body, " undid calibration " + numbered(body));
    }

    private static String numbered(Body body) {
        return body.number("number") + ": " + body.text("says");
    }

    private static String attempt(Body body) {
        return ", attempt " + body.count("attempt");
    }

    private static String because(Body body) {
        return body.find("because").filter(why -> !why.isBlank()).map(why -> ": " + why).orElse("");
    }

    private static String quoted(String text) {
        return "“" + text.strip() + "”";
    }

    private static String shortened(String hash) {
        return hash.length() <= 12 ? hash : hash.substring(0, 12) + "…";
    }
}
