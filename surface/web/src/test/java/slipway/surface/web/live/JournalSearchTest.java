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

    private static Story notes(int count) {
        var story = new Story();
        for (int i = count; i > 0; i--) {
            story.note(i % 2 == 0 ? "ana" : "sam", i, "note " + i);
        }
        return story;
    }

    private static JournalSearch.Query all(long before, Predicate<Event> wanted) {
        return new JournalSearch.Query(FACTS, before, Instant.EPOCH, wanted);
    }

    private static boolean byAna(Event event) {
        return event.what().actor().name().equals("ana");
    }

    @Test
    void the_newest_come_first_and_all_that_match_are_counted() {
        JournalSearch.Found found =
                notes(20).backwards().find(all(Long.MAX_VALUE, JournalSearchTest::byAna), 3);
        assertThat(found.events()).extracting(Event::seq).containsExactly(19L, 17L, 15L);
        assertThat(found.matched()).isEqualTo(10);
        assertThat(found.complete()).isTrue();
        assertThat(found.continueBefore()).contains(15L);
    }

    @Test
    void whoever_goes_on_skips_nothing_and_sees_nothing_twice() {
        JournalSearch journalSearch = notes(20).backwards();
        JournalSearch.Found last = journalSearch.find(all(15, JournalSearchTest::byAna), 10);
        assertThat(last.events())
                .extracting(Event::seq)
                .containsExactly(13L, 11L, 9L, 7L, 5L, 3L, 1L);
        assertThat(last.continueBefore()).isEmpty();
    }

    @Test
    void nothing_older_than_asked_is_looked_at() {
        var wish = new JournalSearch.Query(FACTS, 100, Story.NOW.minusSeconds(5 * 60), _ -> true);
        JournalSearch.Found found = notes(20).backwards().find(wish, 100);
        assertThat(found.events()).extracting(Event::seq).containsExactly(20L, 19L, 18L, 17L, 16L);
        assertThat(found.complete()).isTrue();
        assertThat(found.continueBefore()).isEmpty();
    }

    @Test
    void a_search_that_finds_nothing_stops_after_a_while_and_says_where_to_go_on() {
        JournalSearch journalSearch = notes(1_700).backwards();
        JournalSearch.Found found = journalSearch.find(all(Long.MAX_VALUE, _ -> false), 10, 1_000);
        assertThat(found.events()).isEmpty();
        assertThat(found.complete()).isFalse();
        assertThat(found.continueBefore()).contains(701L);
        assertThat(journalSearch.find(all(701, _ -> false), 10, 1_000).complete()).isTrue();
    }

    @Test
    void the_first_event_of_a_day_is_found_by_its_time() {
        JournalSearch journalSearch = notes(1_700).backwards();
        assertThat(journalSearch.firstFrom(Story.NOW.minusSeconds(60 * 10), 1_700))
                .isEqualTo(1_691);
        assertThat(journalSearch.firstFrom(Instant.EPOCH, 1_700)).isEqualTo(1);
        assertThat(journalSearch.firstFrom(Story.NOW.plusSeconds(1), 1_700)).isEqualTo(1_701);
    }
}
