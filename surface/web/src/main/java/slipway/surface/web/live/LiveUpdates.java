package slipway.surface.web.live;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.SseWriter;

/**
 * Notifies an open page which of its islands are out of date. The messages contain only topics; the page fetches the
 * islands through the same pipeline as every request.
 */
public final class LiveUpdates {

    /** The position in the journal. */
    public record Position(
            @ApiField(value = "The number of the newest event.", example = "184221") long seq) {}

    public static final Route<NoBody, Position> LIVE =
            Route.of(HttpMethod.GET, "/live")
                    .forSignedIn("follow-changes", "Streams the topics that have changed.")
                    .answering(Position.class)
                    .live();

    /** The script reports a problem after ten seconds of silence. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(4);

    /** Events within this time are sent together, so that pages are not fetched too often. */
    private static final Duration BATCH_DELAY = Duration.ofMillis(200);

    private static final int BATCH = 500;
    private static final int MAX_SUBJECTS = 20;

    private final Journal journal;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final String version;

    public LiveUpdates(
            Journal journal, AccessControl accessControl, InstantSource clock, String version) {
        this.journal = journal;
        this.accessControl = accessControl;
        this.clock = clock;
        this.version = version;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Streamed<>(LIVE, _ -> new Position(journal.seq()), this::follow));
    }

    private void follow(AuthorizedRequest<NoBody> request, SseWriter sink)
            throws IOException, InterruptedException {
        var tail =
                JournalTail.of(
                        journal,
                        EnumSet.allOf(JournalStream.class),
                        request.details().lastEvent().orElseGet(journal::seq));
        sink.event(tail.position(), "welcome", "{\"version\":\"" + version + "\"}");
        while (true) {
            Optional<Principal> principal =
                    accessControl.recheck(request.principal(), clock.instant());
            if (principal.isEmpty()) {
                return;
            }
            List<Event> events = tail.next(BATCH);
            sendChange(
                    changed(events, principal.get()),
                    subjects(events, principal.get()),
                    tail.position(),
                    sink);
            sink.flush();
            if (journal.awaitAfter(tail.position(), HEARTBEAT)) {
                journal.awaitAfter(
                        tail.position() + BATCH,
                        BATCH_DELAY); // returns early if more than a batch is waiting
            }
        }
    }

    private static Set<Topic> changed(List<Event> events, Principal principal) {
        Set<Topic> topics = EnumSet.noneOf(Topic.class);
        events.stream()
                .filter(event -> EventFilter.maySee(principal, event))
                .forEach(event -> topics.addAll(Topic.of(event)));
        return topics;
    }

    /** The subjects of the events if there are few, so that pages about other subjects are not fetched. */
    private static List<String> subjects(List<Event> events, Principal principal) {
        List<String> subjects =
                events.stream()
                        .filter(event -> EventFilter.maySee(principal, event))
                        .map(event -> event.what().subject())
                        .filter(subject -> subject.matches("[A-Za-z0-9._-]{1,100}"))
                        .distinct()
                        .limit(MAX_SUBJECTS + 1L)
                        .toList();
        return subjects.size() > MAX_SUBJECTS ? List.of() : subjects;
    }

    private static void sendChange(
            Set<Topic> topics, List<String> subjects, long seq, SseWriter sink) {
        if (topics.isEmpty()) {
            sink.event(seq, "beat", "{}");
            return;
        }
        String names = quoted(topics.stream().map(Topic::word));
        String about = subjects.isEmpty() ? "" : ",\"about\":[" + quoted(subjects.stream()) + "]";
        sink.event(seq, "change", "{\"topics\":[" + names + "]" + about + "}");
    }

    private static String quoted(java.util.stream.Stream<String> words) {
        return words.map(word -> '"' + word + '"').collect(Collectors.joining(","));
    }
}
