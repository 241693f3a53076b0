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

/** A sequence of events for tests of pages, up to Thursday 17 September 2026, 14:20. */
public final class TestJournal {

    public static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    public static final TimeFormat TIMES = Format.times(NOW, ZoneOffset.UTC);

    private final List<Event> events = new ArrayList<>();

    /** Adds a note, written the given minutes ago. */
    public TestJournal note(String user, long minutesAgo, String text) {
        return add(new Fact.NoteWritten(text), new Actor(user, "cli", "req-1"), minutesAgo);
    }

    /** Adds a start of the server. */
    public TestJournal start(long minutesAgo) {
        return add(new Fact.ServerStarted("0.1", 1), Actor.system("server"), minutesAgo);
    }

    /** Adds a refused request. */
    public TestJournal refused(String source, long minutesAgo) {
        Instant at = NOW.minusSeconds(60 * minutesAgo);
        return add(
                new Fact.AccessRefused(source, "bad-token", 6, at),
                Actor.system("guard"),
                minutesAgo);
    }

    private TestJournal add(Fact fact, Actor actor, long minutesAgo) {
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

    /** A search over these events. */
    public JournalSearch search() {
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
