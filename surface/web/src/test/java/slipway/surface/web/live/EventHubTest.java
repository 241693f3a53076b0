package slipway.surface.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.TeamId;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.JournalStream;

class EventHubTest {

    private static final Set<JournalStream> ALL = EnumSet.allOf(JournalStream.class);
    private static final EventFilter EVERYTHING = EventFilter.ALL;

    private final List<Event> events = new ArrayList<>();
    private final EventHub hub = new EventHub(new JournalTail(source(), ALL, 0));

    private JournalTail.Source source() {
        return new JournalTail.Source() {
            @Override
            public long newest() {
                return events.size();
            }

            @Override
            public List<Event> after(Set<JournalStream> streams, long seq, int limit) {
                return events.stream().filter(e -> e.seq() > seq).limit(limit).toList();
            }
        };
    }

    /** A viewer of some teams, who counts how often it is asked about an event. */
    private static final class Viewer implements StreamViewer {

        private final Set<String> teams;
        private boolean ending;
        private boolean ended;
        private int asked;

        Viewer(String... teams) {
            this.teams = new HashSet<>(List.of(teams));
        }

        @Override
        public boolean refresh() {
            ended = ending;
            return !ended;
        }

        @Override
        public boolean maySeeTeam(Optional<String> team) {
            return !ended && team.filter(teams::contains).isPresent();
        }

        @Override
        public boolean maySee(Event event) {
            asked++;
            return maySeeTeam(event.what().team());
        }
    }

    private void happens(String team, String subject) {
        happens(new Fact.NoteWritten("x"), team, subject);
    }

    private void happens(Fact fact, String team, String subject) {
        EventDraft draft = EventDraft.of(fact, Actor.system("a"), subject).in(team);
        events.add(new Event(events.size() + 1L, TestJournal.NOW, draft, Optional.empty()));
    }

    private static EventFilter about(String subject) {
        return new EventFilter(
                Optional.empty(), Optional.empty(), Optional.of(subject), Optional.empty());
    }

    private static List<Long> taken(EventSubscription subscription) {
        return subscription.take().events().stream().map(each -> each.event().seq()).toList();
    }

    @Test
    void a_stream_gets_the_events_of_its_teams_and_its_subject_only() {
        EventSubscription vision = hub.subscribe(new Viewer("vision"), EVERYTHING, ALL);
        EventSubscription subject = hub.subscribe(new Viewer("vision"), about("job-2"), ALL);
        happens("vision", "job-1");
        happens("language", "job-2");
        happens("vision", "job-2");
        hub.dispatch();
        assertThat(taken(vision)).containsExactly(1L, 3L);
        assertThat(taken(subject)).containsExactly(3L);
        assertThat(subject.take().position()).isEqualTo(3);
    }

    @Test
    void streams_that_an_event_does_not_concern_are_not_asked() {
        var language = new Viewer("language");
        var waiting = new Viewer("vision");
        var _ = hub.subscribe(language, EVERYTHING, ALL);
        var _ = hub.subscribe(waiting, about("job-9"), ALL);
        for (int i = 0; i < 100; i++) {
            happens("vision", "job-1");
        }
        hub.dispatch();
        assertThat(language.asked + waiting.asked).isZero();
    }

    @Test
    void a_stream_gets_nothing_after_the_event_that_ended_its_access() {
        var viewer = new Viewer("vision");
        EventSubscription all = hub.subscribe(viewer, EVERYTHING, ALL);
        EventSubscription one = hub.subscribe(viewer, about("job-1"), ALL);
        happens("vision", "job-1");
        hub.dispatch();
        viewer.ending = true;
        happens(new Fact.TeamRemoved(new TeamId("x")), "all", "team/x");
        happens("vision", "job-1");
        hub.dispatch();
        assertThat(taken(all)).containsExactly(1L);
        assertThat(taken(one)).containsExactly(1L);
    }

    @Test
    void a_role_that_is_given_or_taken_counts_from_the_next_event_on() {
        var viewer = new Viewer();
        EventSubscription stream = hub.subscribe(viewer, EVERYTHING, ALL);
        happens("vision", "job-1");
        hub.dispatch();
        viewer.teams.add("vision");
        happens(new Fact.TeamRemoved(new TeamId("x")), "all", "team/x");
        happens("vision", "job-1");
        hub.dispatch();
        viewer.teams.remove("vision");
        happens("vision", "job-1");
        hub.dispatch();
        assertThat(taken(stream)).containsExactly(3L);
    }

    @Test
    void a_client_that_is_too_slow_ends_and_delays_no_other() throws InterruptedException {
        EventSubscription slow = hub.subscribe(new Viewer("vision"), EVERYTHING, ALL);
        EventSubscription quick = hub.subscribe(new Viewer("vision"), EVERYTHING, ALL);
        List<Long> got = new ArrayList<>();
        for (int i = 0; i < EventSubscription.MAX_WAITING + 1; i++) {
            happens("vision", "job-1");
            hub.dispatch();
            quick.await(Duration.ZERO);
            got.addAll(taken(quick));
        }
        assertThat(slow.end()).contains("too-slow");
        assertThat(quick.end()).isEmpty();
        assertThat(got).hasSize(EventSubscription.MAX_WAITING + 1);
    }

    @Test
    void a_closed_stream_gets_nothing() {
        EventSubscription stream = hub.subscribe(new Viewer("vision"), EVERYTHING, ALL);
        stream.close();
        happens("vision", "job-1");
        hub.dispatch();
        assertThat(taken(stream)).isEmpty();
    }

    @Test
    void a_page_gets_the_topics_that_it_shows_and_their_subjects() {
        TopicSubscription page =
                hub.subscribe(new Viewer("vision"), Set.of(Topic.EVENTS, Topic.WORKLOADS));
        TopicSubscription people = hub.subscribe(new Viewer("vision"), Set.of(Topic.PEOPLE));
        happens("vision", "job-1");
        happens("vision", "job-2");
        hub.dispatch();
        TopicSubscription.Change change = page.take();
        assertThat(change.topics()).containsExactly(Topic.EVENTS);
        assertThat(change.subjects()).containsExactly("job-1", "job-2");
        assertThat(people.hasNews()).isFalse();
        assertThat(page.take().topics()).isEmpty();
    }

    /** As a stream reads the journal up to its start and then what the hub hands to it, in any interleaving. */
    @Test
    void every_event_comes_once_however_reading_and_writing_interleave() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            events.clear();
            var oneHub = new EventHub(new JournalTail(source(), ALL, 0));
            someHappen(oneHub, random);
            var tail = new JournalTail(source(), ALL, 0);
            List<Long> got = new ArrayList<>();
            EventSubscription stream = oneHub.subscribe(new Viewer("vision"), EVERYTHING, ALL);
            while (tail.position() < stream.start()) {
                tail.next(3).forEach(event -> got.add(event.seq()));
                someHappen(oneHub, random);
            }
            for (int i = 0; i < 10; i++) {
                stream.take().events().stream()
                        .map(each -> each.event().seq())
                        .filter(seq -> seq > tail.position())
                        .forEach(got::add);
                someHappen(oneHub, random);
            }
            oneHub.dispatch();
            taken(stream).stream().filter(seq -> seq > tail.position()).forEach(got::add);
            assertThat(got).as("seed " + seed).isEqualTo(events.stream().map(Event::seq).toList());
        }
    }

    private void someHappen(EventHub oneHub, SplittableRandom random) {
        for (int left = random.nextInt(4); left > 0; left--) {
            happens("vision", "job-" + random.nextInt(3));
        }
        if (random.nextBoolean()) {
            oneHub.dispatch();
        }
    }
}
