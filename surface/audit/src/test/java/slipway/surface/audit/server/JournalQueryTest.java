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

    static JournalQuery query(ActorFilter actorFilter, AuditTopic auditTopic, String words) {
        var today = new JournalQuery.Span(TimeFilter.TODAY, ANY, ANY);
        return new JournalQuery(actorFilter, auditTopic, today, words, Optional.empty());
    }

    @Test
    void somebody_who_was_refused_came_to_the_door_though_slipway_tells_it() {
        TestJournal story = new TestJournal().note("sam", 3, "x").refused("203.0.113.9", 2).start(1);
        var people = query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "").wanted(TIMES);
        assertThat(people).accepts(story.event(1), story.event(2)).rejects(story.event(3));
        var slipway = query(ActorFilter.SLIPWAY, AuditTopic.EVERYTHING, "").wanted(TIMES);
        assertThat(slipway).rejects(story.event(1), story.event(2)).accepts(story.event(3));
    }

    @Test
    void words_are_looked_for_in_the_sentence_whatever_their_case() {
        TestJournal story = new TestJournal().note("sam", 3, "Replaced the fan").note("ana", 2, "Nothing");
        var fan = query(ActorFilter.ALL, AuditTopic.EVERYTHING, "replaced THE fan").wanted(TIMES);
        assertThat(fan).accepts(story.event(1)).rejects(story.event(2));
    }

    @Test
    void what_it_is_about_goes_by_the_kind() {
        TestJournal story = new TestJournal().note("sam", 3, "x").refused("203.0.113.9", 2).start(1);
        assertThat(query(ActorFilter.ALL, AuditTopic.NOTES, "").wanted(TIMES))
                .accepts(story.event(1));
        assertThat(query(ActorFilter.ALL, AuditTopic.ACCESS, "").wanted(TIMES))
                .accepts(story.event(2))
                .rejects(story.event(1), story.event(3));
        assertThat(query(ActorFilter.ALL, AuditTopic.SERVER, "").wanted(TIMES))
                .accepts(story.event(3));
    }

    @Test
    void today_is_the_readers_day() {
        var today = new JournalQuery.Span(TimeFilter.TODAY, ANY, ANY);
        var tokyo = Format.times(TestJournal.NOW, ZoneId.of("Asia/Tokyo"));
        assertThat(today.since(TIMES)).isEqualTo(Instant.parse("2026-09-17T00:00:00Z"));
        assertThat(today.since(tokyo)).isEqualTo(Instant.parse("2026-09-16T15:00:00Z"));
    }

    @Test
    void two_days_include_both() {
        Optional<LocalDate> day = Optional.of(LocalDate.of(2026, 9, 3));
        var span = new JournalQuery.Span(TimeFilter.BETWEEN, day, day);
        assertThat(span.since(TIMES)).isEqualTo(Instant.parse("2026-09-03T00:00:00Z"));
        assertThat(span.until(TIMES)).contains(Instant.parse("2026-09-04T00:00:00Z"));
    }

    @Test
    void the_address_says_only_what_is_not_usual() {
        assertThat(query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "").query().at("/a"))
                .isEqualTo("/a");
        assertThat(query(ActorFilter.ALL, AuditTopic.ACCESS, "lost laptop").query().at("/a"))
                .isEqualTo("/a?by=all&about=access&q=lost+laptop");
    }
}
