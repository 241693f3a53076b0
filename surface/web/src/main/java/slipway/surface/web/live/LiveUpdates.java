package slipway.surface.web.live;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import slipway.identity.AccessControl;
import slipway.journal.Journal;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
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

    private static final SpecKey<Set<Topic>> TOPICS =
            SpecKey.of(
                            "topics",
                            ValueType.of(
                                    "topics separated by commas",
                                    "^[a-z]{1,20}(,[a-z]{1,20}){0,20}$",
                                    LiveUpdates::parse),
                            "The topics that the page shows; unknown ones are ignored.")
                    .example("workloads,cluster");

    public static final Route<NoBody, Position> LIVE =
            Route.of(HttpMethod.GET, "/live")
                    .forSignedIn("follow-changes", "Streams the topics that have changed.")
                    .answering(Position.class)
                    .filteredBy(TOPICS)
                    .live();

    /** The script reports a problem after ten seconds of silence. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(4);

    /** Events within this time are sent together, so that pages are not fetched too often. */
    private static final Duration BATCH_DELAY = Duration.ofMillis(200);

    private final Journal journal;
    private final EventHub hub;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final String version;

    public LiveUpdates(
            Journal journal,
            EventHub hub,
            AccessControl accessControl,
            InstantSource clock,
            String version) {
        this.journal = journal;
        this.hub = hub;
        this.accessControl = accessControl;
        this.clock = clock;
        this.version = version;
    }

    private static ParseResult<Set<Topic>> parse(String text) {
        List<String> words = List.of(text.split(",", -1));
        return ParseResult.parsed(
                Arrays.stream(Topic.values())
                        .filter(topic -> words.contains(topic.word()))
                        .collect(Collectors.toSet()));
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Streamed<>(LIVE, _ -> new Position(journal.seq()), this::follow));
    }

    private void follow(AuthorizedRequest<NoBody> request, SseWriter writer)
            throws IOException, InterruptedException {
        Set<Topic> topics =
                request.query().find(TOPICS).orElseGet(() -> EnumSet.allOf(Topic.class));
        var viewer = new PrincipalViewer(accessControl, clock, request.principal());
        try (TopicSubscription subscription = hub.subscribe(viewer, topics)) {
            writer.event(subscription.start(), "welcome", "{\"version\":\"" + version + "\"}");
            if (request.details().lastEvent().filter(it -> it < subscription.start()).isPresent()) {
                sendChange(
                        new TopicSubscription.Change(topics, List.of(), subscription.start()),
                        writer);
            }
            writer.flush();
            follow(subscription, viewer, writer);
        }
    }

    private static void follow(
            TopicSubscription subscription, StreamViewer viewer, SseWriter writer)
            throws IOException, InterruptedException {
        while (subscription.end().isEmpty()) {
            TopicSubscription.Change change = subscription.take();
            if (viewer.refresh()) {
                sendChange(change, writer);
                writer.flush();
            }
            if (subscription.await(HEARTBEAT)) {
                subscription.gather(BATCH_DELAY);
            }
        }
    }

    private static void sendChange(TopicSubscription.Change change, SseWriter writer) {
        if (change.topics().isEmpty()) {
            writer.event(change.position(), "beat", "{}");
            return;
        }
        String names = quoted(change.topics().stream().map(Topic::word));
        String about =
                change.subjects().isEmpty()
                        ? ""
                        : ",\"about\":[" + quoted(change.subjects().stream()) + "]";
        writer.event(change.position(), "change", "{\"topics\":[" + names + "]" + about + "}");
    }

    private static String quoted(java.util.stream.Stream<String> words) {
        return words.map(word -> '"' + word + '"').collect(Collectors.joining(","));
    }
}
