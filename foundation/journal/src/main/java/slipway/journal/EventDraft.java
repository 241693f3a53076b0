package slipway.journal;

import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;

/**
 * An event before the journal has numbered it.
 *
 * @param kind as it is stored and hashed; {@link Event#kind} gives its name today
 * @param subject the object that the event is about: a workload, a team, a token
 * @param body JSON, stored as the exact text that is hashed
 */
public record EventDraft(
        JournalStream stream,
        String kind,
        int version,
        Actor actor,
        Optional<String> team,
        String subject,
        String body) {

    /** Longer content belongs in a file or a row, because readers read the journal from end to end. */
    static final int MAX_BODY_LENGTH = 1 << 20;

    public EventDraft {
        if (kind.isBlank() || version < 1) {
            throw new IllegalArgumentException(
                    "An event has a kind and a version from 1 on: " + kind + " " + version);
        }
        if (body.length() > MAX_BODY_LENGTH) {
            throw new IllegalArgumentException(
                    "The body of " + kind + " has " + body.length() + " characters");
        }
    }

    /** A fact, for other modules and the audit log. */
    public static EventDraft of(Fact fact, Actor actor, String subject) {
        return new EventDraft(
                JournalStream.FACTS,
                FactCodec.kind(fact),
                FactCodec.version(fact),
                actor,
                Optional.empty(),
                subject,
                FactCodec.body(fact));
    }

    public EventDraft in(String teamName) {
        return new EventDraft(stream, kind, version, actor, Optional.of(teamName), subject, body);
    }
}
