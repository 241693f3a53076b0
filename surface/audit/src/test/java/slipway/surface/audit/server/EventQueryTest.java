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
    void the_address_says_only_what_was_asked() {
        assertThat(query("", "", Streams.FACTS).query().at("/x")).isEqualTo("/x");
        assertThat(query("team.created", "a&b=c", Streams.ALL).query().at("/x"))
                .isEqualTo("/x?kind=team.created&actor=a%26b%3Dc&streams=all");
    }

    @Test
    void the_command_asks_for_the_same_and_survives_a_shell() {
        assertThat(query("", "", Streams.FACTS).command()).isEqualTo("slipway events -f");
        assertThat(query("team.created", "o'neil; rm", Streams.ALL).command())
                .isEqualTo("slipway events -f --kind team.created --actor 'o'\\''neil; rm'");
    }

    @Test
    void only_what_was_asked_for_is_found() {
        TestJournal story = new TestJournal().note("ana", 3, "one").note("sam", 2, "two").start(1);
        var wish = query("note.created", "sam", Streams.FACTS).wish(_ -> true);
        assertThat(story.search().find(wish, 10).events()).containsExactly(story.event(2));
    }

    @Test
    void what_may_not_be_seen_is_not_found() {
        TestJournal story = new TestJournal().note("ana", 3, "one").note("sam", 2, "two");
        var wish = query("", "", Streams.FACTS).wish(event -> event.seq() == 1);
        assertThat(story.search().find(wish, 10).events()).containsExactly(story.event(1));
    }
}
