package slipway.surface.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.JournalStream;

class JournalTailTest {

    /** A journal to which others write between any two calls of the reader. */
    private static final class BusyJournal implements JournalTail.Source {

        private final List<Event> events = new ArrayList<>();
        private Runnable beforeRead = () -> {};

        void write(JournalStream stream) {
            EventDraft fact = EventDraft.of(new Fact.NoteWritten("x"), Actor.system("a"), "note");
            var draft =
                    new EventDraft(
                            stream,
                            fact.kind(),
                            fact.version(),
                            fact.actor(),
                            fact.team(),
                            fact.subject(),
                            fact.body());
            events.add(new Event(events.size() + 1L, TestJournal.NOW, draft, Optional.empty()));
        }

        @Override
        public long newest() {
            return events.size();
        }

        @Override
        public List<Event> after(Set<JournalStream> streams, long seq, int limit) {
            beforeRead.run();
            return events.stream()
                    .filter(event -> event.seq() > seq && streams.contains(event.what().stream()))
                    .limit(limit)
                    .toList();
        }
    }

    @Test
    void an_event_that_is_written_during_a_read_comes_once() {
        var journal = new BusyJournal();
        var tail = new JournalTail(journal, Set.of(JournalStream.FACTS), 0);
        journal.beforeRead = () -> journal.write(JournalStream.FACTS);
        assertThat(tail.next(10)).extracting(Event::seq).containsExactly(1L);
        journal.beforeRead = () -> {};
        assertThat(tail.next(10)).isEmpty();
        assertThat(tail.position()).isEqualTo(1);
    }

    @Test
    void every_event_of_its_streams_comes_once_and_in_order() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new SplittableRandom(seed);
            var journal = new BusyJournal();
            Set<JournalStream> streams =
                    random.nextBoolean()
                            ? Set.of(JournalStream.FACTS)
                            : EnumSet.allOf(JournalStream.class);
            var tail = new JournalTail(journal, streams, 0);
            journal.beforeRead = () -> writeSome(journal, random);
            List<Long> got = new ArrayList<>();
            for (int reads = 0; reads < 30; reads++) {
                tail.next(4).forEach(event -> got.add(event.seq()));
                writeSome(journal, random);
            }
            journal.beforeRead = () -> {};
            tail.next(1_000).forEach(event -> got.add(event.seq()));
            assertThat(got)
                    .as("seed " + seed)
                    .isEqualTo(
                            journal.events.stream()
                                    .filter(event -> streams.contains(event.what().stream()))
                                    .map(Event::seq)
                                    .toList());
        }
    }

    private static void writeSome(BusyJournal journal, SplittableRandom random) {
        for (int left = random.nextInt(4); left > 0; left--) {
            journal.write(random.nextBoolean() ? JournalStream.FACTS : JournalStream.TICKS);
        }
    }
}
