package slipway.surface.web.live;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.JournalStream;
import slipway.journal.MerkleLeaf;

/** Events for tests of pages: one a minute, up to Thursday 17 September 2026, 14:20. */
public final class Story {

    public static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    public static final TimeFormat TIMES = Format.times(NOW, ZoneOffset.UTC);

    private final List<Event> events = new ArrayList<>();

    /** Somebody writes a note, so long ago. */
    public Story note(String who, long minutesAgo, String text) {
        return tell(new Fact.NoteWritten(text), new Actor(who, "cli", "req-1"), minutesAgo);
    }

    /** Slipway starts, so long ago. */
    public Story start(long minutesAgo) {
        return tell(new Fact.ServerStarted("0.1", 1), Actor.system("server"), minutesAgo);
    }

    /** Somebody was turned away, so long ago. */
    public Story refused(String source, long minutesAgo) {
        Instant at = NOW.minusSeconds(60 * minutesAgo);
        return tell(
                new Fact.AccessRefused(source, "bad-token", 6, at),
                Actor.system("guard"),
                minutesAgo);
    }

    private Story tell(Fact fact, Actor actor, long minutesAgo) {
        long seq = events.size() + 1L;
        events.add(
                new Event(
                        seq,
                        NOW.minusSeconds(60 * minutesAgo),
                        EventDraft.of(fact, actor, "note"),
                        Optional.of(new MerkleLeaf(seq - 1, "ab".repeat(32)))));
        return this;
    }

    public Event event(long seq) {
        return events.get((int) seq - 1);
    }

    /** As a journal would give them. */
    public JournalSearch backwards() {
        return new JournalSearch(this::before);
    }

    private List<Event> before(Set<JournalStream> streams, long seq, int limit) {
        return events.stream()
                .filter(event -> event.seq() < seq && streams.contains(event.what().stream()))
                .sorted(Comparator.comparingLong(Event::seq).reversed())
                .limit(limit)
                .toList();
    }
}
