package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.surface.api.event.EventRoutes.Streams;
import slipway.surface.web.live.TestJournal;

class EventQueryTest {

    private static EventQuery query(String kind, String actor, Streams streams) {
        return new EventQuery(kind, actor, "", "", streams, Optional.empty());
    }

    @Test
    void the_address_contains_only_the_filters_that_are_set() {
        assertThat(query("", "", Streams.FACTS).query().at("/x")).isEqualTo("/x");
        assertThat(query("team.created", "a&b=c", Streams.ALL).query().at("/x"))
                .isEqualTo("/x?kind=team.created&actor=a%26b%3Dc&streams=all");
    }

    @Test
    void the_command_has_the_same_filters_and_is_quoted_for_the_shell() {
        assertThat(query("", "", Streams.FACTS).command()).isEqualTo("slipway events -f");
        assertThat(query("team.created", "o'neil; rm", Streams.ALL).command())
                .isEqualTo("slipway events -f --kind team.created --actor 'o'\\''neil; rm'");
    }

    @Test
    void only_matching_events_are_found() {
        TestJournal journal =
                new TestJournal().note("ana", 3, "one").note("sam", 2, "two").start(1);
        var search = query("note.created", "sam", Streams.FACTS).search(_ -> true);
        assertThat(journal.search().find(search, 10).events()).containsExactly(journal.event(2));
    }

    @Test
    void events_that_the_viewer_may_not_see_are_not_found() {
        TestJournal journal = new TestJournal().note("ana", 3, "one").note("sam", 2, "two");
        var search = query("", "", Streams.FACTS).search(event -> event.seq() == 1);
        assertThat(journal.search().find(search, 10).events()).containsExactly(journal.event(1));
    }
}
