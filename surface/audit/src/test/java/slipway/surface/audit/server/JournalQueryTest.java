package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.web.live.TestJournal.TIMES;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.text.Format;
import slipway.surface.web.live.TestJournal;

class JournalQueryTest {

    private static final Optional<LocalDate> ANY = Optional.empty();

    static JournalQuery query(ActorFilter filter, AuditTopic topic, String words) {
        var today = new JournalQuery.Span(TimeFilter.TODAY, ANY, ANY);
        return new JournalQuery(filter, topic, today, words, Optional.empty());
    }

    @Test
    void a_refusal_counts_as_caused_by_people_although_slipway_records_it() {
        TestJournal journal =
                new TestJournal().note("sam", 3, "x").refused("203.0.113.9", 2).start(1);
        var people = query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "").predicate(TIMES);
        assertThat(people).accepts(journal.event(1), journal.event(2)).rejects(journal.event(3));
        var slipway = query(ActorFilter.SLIPWAY, AuditTopic.EVERYTHING, "").predicate(TIMES);
        assertThat(slipway).rejects(journal.event(1), journal.event(2)).accepts(journal.event(3));
    }

    @Test
    void the_search_in_sentences_ignores_case() {
        TestJournal journal =
                new TestJournal().note("sam", 3, "Replaced the fan").note("ana", 2, "Nothing");
        var fan =
                query(ActorFilter.ALL, AuditTopic.EVERYTHING, "replaced THE fan").predicate(TIMES);
        assertThat(fan).accepts(journal.event(1)).rejects(journal.event(2));
    }

    @Test
    void the_topic_follows_from_the_kind() {
        TestJournal journal =
                new TestJournal().note("sam", 3, "x").refused("203.0.113.9", 2).start(1);
        assertThat(query(ActorFilter.ALL, AuditTopic.NOTES, "").predicate(TIMES))
                .accepts(journal.event(1));
        assertThat(query(ActorFilter.ALL, AuditTopic.ACCESS, "").predicate(TIMES))
                .accepts(journal.event(2))
                .rejects(journal.event(1), journal.event(3));
        assertThat(query(ActorFilter.ALL, AuditTopic.SERVER, "").predicate(TIMES))
                .accepts(journal.event(3));
    }

    @Test
    void today_is_the_viewers_day() {
        var today = new JournalQuery.Span(TimeFilter.TODAY, ANY, ANY);
        var tokyo = Format.times(TestJournal.NOW, ZoneId.of("Asia/Tokyo"));
        assertThat(today.since(TIMES)).isEqualTo(Instant.parse("2026-09-17T00:00:00Z"));
        assertThat(today.since(tokyo)).isEqualTo(Instant.parse("2026-09-16T15:00:00Z"));
    }

    @Test
    void a_range_includes_both_days() {
        Optional<LocalDate> day = Optional.of(LocalDate.of(2026, 9, 3));
        var span = new JournalQuery.Span(TimeFilter.BETWEEN, day, day);
        assertThat(span.since(TIMES)).isEqualTo(Instant.parse("2026-09-03T00:00:00Z"));
        assertThat(span.until(TIMES)).contains(Instant.parse("2026-09-04T00:00:00Z"));
    }

    @Test
    void the_address_contains_only_filters_that_are_not_the_default() {
        assertThat(query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "").query().at("/a"))
                .isEqualTo("/a");
        assertThat(query(ActorFilter.ALL, AuditTopic.ACCESS, "lost laptop").query().at("/a"))
                .isEqualTo("/a?by=all&about=access&q=lost+laptop");
    }
}
