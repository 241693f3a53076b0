package slipway.server.api.journal;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import slipway.base.Actor;
import slipway.base.Code;
import slipway.base.Fact;
import slipway.base.Ids;
import slipway.base.Kind;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Draft;
import slipway.journal.Journal;
import slipway.journal.Key;
import slipway.journal.Written;
import slipway.server.api.Routes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /api/v1/notes}: a sentence for the journal, written once for each {@code Idempotency-Key}. */
public final class NoteRoutes implements Routes {

    static final Code BAD_NOTE =
            Code.of(
                    Kind.INVALID,
                    "bad-note",
                    "A note is an object with a text of 1 to 4,000 characters.");

    static final Code ANSWER_LATE =
            new Code(
                    Kind.OUTSIDE,
                    "answer-late",
                    503,
                    "It is not known yet whether a change was written; the disk or the database is slow.");

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST = 4_000;
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();

    private final Journal journal;
    private final Ids ids;

    public NoteRoutes(Journal journal, Ids ids) {
        this.journal = journal;
        this.ids = ids;
    }

    /** What is sent. */
    record Note(String text) {}

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post("/api/v1/notes", this::write);
    }

    private void write(Context ctx) {
        String body = ctx.body();
        Note note = read(body);
        var actor = new Actor("local", "api", ids.next());
        Commit commit = Commit.of(Draft.of(new Fact.NoteWritten(note.text()), actor, "note"));
        Optional<Key> key = key(ctx, actor, body);
        Written written =
                within(
                        PATIENCE,
                        journal.send(key.map(commit::under).orElse(commit)),
                        key.isPresent());
        ctx.status(201).contentType("application/json").result("{\"seq\":" + written.seq() + "}");
    }

    /** A client that waits for ever learns nothing; one that knows it is not known can ask again. */
    static Written within(Duration patience, CompletableFuture<Written> answer, boolean keyed) {
        try {
            return Journal.await(answer.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw late(keyed).causedBy(e);
            }
            throw e;
        }
    }

    private static Problem late(boolean keyed) {
        return new Problem(
                ANSWER_LATE,
                "It is not known yet whether the note was written.",
                "The disk or the database has not answered in time.",
                keyed
                        ? "Send it again with the same key: it is written once."
                        : "Look for it among the events before you send it again;"
                                + " with an Idempotency-Key it is written once.");
    }

    private static Optional<Key> key(Context ctx, Actor actor, String body) {
        String chosen = ctx.header("Idempotency-Key");
        if (chosen == null) {
            return Optional.empty();
        }
        if (!chosen.matches("[\\x21-\\x7e]{1,200}")) {
            throw bad("The Idempotency-Key has 1 to 200 visible characters.");
        }
        return Optional.of(Key.of(actor.name(), "notes/" + chosen, body));
    }

    private static Note read(String body) {
        try {
            Note note = JSON.readValue(body, Note.class);
            if (note == null
                    || note.text() == null
                    || note.text().isBlank()
                    || note.text().length() > LONGEST) {
                throw bad("Its text has 1 to 4,000 characters.");
            }
            return note;
        } catch (JacksonException e) {
            throw bad("The body is no such object, or has other members.");
        }
    }

    private static Problem bad(String why) {
        return new Problem(
                BAD_NOTE, "The note was not written.", why, "Send {\"text\": \"what happened\"}.");
    }
}
