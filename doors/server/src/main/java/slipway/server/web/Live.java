package slipway.server.web;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.guard.Guard;
import slipway.guard.Visitor;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.Stream;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.EventSink;
import slipway.server.api.journal.EventFilter;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/**
 * Tells an open page which of its islands are out of date. It says what changed by topic alone: the page fetches the
 * island, and that goes through the same door as everything else.
 */
public final class Live {

    /** How far things are. */
    public record Beat(@Means(value = "The newest event.", example = "184221") long seq) {}

    public static final Route<Nothing, Beat> LIVE =
            Route.of(Verb.GET, "/live")
                    .forVisitors("follow-changes", "Tells an open page what has changed.")
                    .answering(Beat.class)
                    .live();

    /** Often enough that ten seconds of silence mean that something is wrong. */
    private static final Duration BEAT = Duration.ofSeconds(4);

    /** What happens within it is told at once: nobody is helped by a page that is fetched again all the time. */
    private static final Duration GATHER = Duration.ofMillis(200);

    private static final int BATCH = 500;

    private final Journal journal;
    private final Guard guard;
    private final InstantSource clock;
    private final String version;

    public Live(Journal journal, Guard guard, InstantSource clock, String version) {
        this.journal = journal;
        this.guard = guard;
        this.clock = clock;
        this.version = version;
    }

    public List<Binding<?, ?>> bindings() {
        return List.of(new Binding.Live<>(LIVE, _ -> new Beat(journal.seq()), this::follow));
    }

    private void follow(Call<Nothing> call, EventSink sink)
            throws IOException, InterruptedException {
        long after = call.sent().lastEvent().orElseGet(journal::seq);
        sink.event(after, "welcome", "{\"version\":\"" + version + "\"}");
        while (true) {
            Optional<Visitor> visitor = guard.again(call.visitor(), clock.instant());
            if (visitor.isEmpty()) {
                sink.event(after, "bye", "{}");
                sink.flush();
                return;
            }
            long newest = journal.seq();
            List<Event> events = journal.events(EnumSet.allOf(Stream.class), after, BATCH);
            after = events.size() < BATCH ? Math.max(after, newest) : events.getLast().seq();
            tell(changed(events, visitor.get()), after, sink);
            sink.flush();
            if (journal.awaitAfter(after, BEAT)) {
                journal.awaitAfter(
                        after + BATCH, GATHER); // a moment, or more than one look takes in
            }
        }
    }

    private static Set<Topic> changed(List<Event> events, Visitor visitor) {
        Set<Topic> topics = EnumSet.noneOf(Topic.class);
        events.stream()
                .filter(event -> EventFilter.maySee(visitor, event))
                .forEach(event -> topics.addAll(Topic.of(event)));
        return topics;
    }

    private static void tell(Set<Topic> topics, long seq, EventSink sink) {
        if (topics.isEmpty()) {
            sink.event(seq, "beat", "{}");
            return;
        }
        String words =
                topics.stream()
                        .map(topic -> '"' + topic.word() + '"')
                        .collect(Collectors.joining(","));
        sink.event(seq, "change", "{\"topics\":[" + words + "]}");
    }
}
