package slipway.surface.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import slipway.journal.Event;
import slipway.journal.JournalStream;

class JournalSearchTest {

    private static final Set<JournalStream> FACTS = Set.of(JournalStream.FACTS);

    private static TestJournal notes(int count) {
        var journal = new TestJournal();
        for (int i = count; i > 0; i--) {
            journal.note(i % 2 == 0 ? "ana" : "sam", i, "note " + i);
        }
        return journal;
    }

    private static JournalSearch.Query all(long before, Predicate<Event> predicate) {
        return new JournalSearch.Query(FACTS, before, Instant.EPOCH, predicate);
    }

    private static boolean byAna(Event event) {
        return event.what().actor().name().equals("ana");
    }

    @Test
    void the_newest_matches_come_first_and_all_matches_are_counted() {
        JournalSearch.Found found =
                notes(20).search().find(all(Long.MAX_VALUE, JournalSearchTest::byAna), 3);
        assertThat(found.events()).extracting(Event::seq).containsExactly(19L, 17L, 15L);
        assertThat(found.matched()).isEqualTo(10);
        assertThat(found.complete()).isTrue();
        assertThat(found.continueBefore()).contains(15L);
    }

    @Test
    void continued_pages_skip_and_repeat_no_event() {
        JournalSearch search = notes(20).search();
        JournalSearch.Found last = search.find(all(15, JournalSearchTest::byAna), 10);
        assertThat(last.events())
                .extracting(Event::seq)
                .containsExactly(13L, 11L, 9L, 7L, 5L, 3L, 1L);
        assertThat(last.continueBefore()).isEmpty();
    }

    @Test
    void events_older_than_the_query_are_not_scanned() {
        var query =
                new JournalSearch.Query(
                        FACTS, 100, TestJournal.NOW.minusSeconds(5 * 60), _ -> true);
        JournalSearch.Found found = notes(20).search().find(query, 100);
        assertThat(found.events()).extracting(Event::seq).containsExactly(20L, 19L, 18L, 17L, 16L);
        assertThat(found.complete()).isTrue();
        assertThat(found.continueBefore()).isEmpty();
    }

    @Test
    void a_search_without_matches_stops_at_the_limit_and_can_be_continued() {
        JournalSearch search = notes(1_700).search();
        JournalSearch.Found found = search.find(all(Long.MAX_VALUE, _ -> false), 10, 1_000);
        assertThat(found.events()).isEmpty();
        assertThat(found.complete()).isFalse();
        assertThat(found.continueBefore()).contains(701L);
        assertThat(search.find(all(701, _ -> false), 10, 1_000).complete()).isTrue();
    }

    @Test
    void the_first_event_of_a_day_is_found_by_its_time() {
        JournalSearch search = notes(1_700).search();
        assertThat(search.firstFrom(TestJournal.NOW.minusSeconds(60 * 10), 1_700)).isEqualTo(1_691);
        assertThat(search.firstFrom(Instant.EPOCH, 1_700)).isEqualTo(1);
        assertThat(search.firstFrom(TestJournal.NOW.plusSeconds(1), 1_700)).isEqualTo(1_701);
    }
}
