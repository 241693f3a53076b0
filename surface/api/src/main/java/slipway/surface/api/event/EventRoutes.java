package slipway.surface.api.event;

import java.util.List;
import slipway.base.Permission;
import slipway.spec.ParseResult;
import slipway.spec.SpecKey;
import slipway.spec.ValueType;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes of events and notes. */
public final class EventRoutes {

    /** A request to write a note. */
    public record NewNote(
            @ApiField(
                            value = "The text of the note.",
                            longest = 4_000,
                            lines = true,
                            example = "Replaced the fan of h100-b1.")
                    String text) {}

    /** A written note. */
    public record NoteView(
            @ApiField(value = "The sequence number of its event.", example = "184222") long seq) {}

    /** Which streams of events to include. */
    public enum Streams {
        /** Events in the audit log. */
        FACTS,
        /** Facts, usage and samples. */
        ALL
    }

    /** The order of the events. */
    public enum Order {
        OLDEST,
        NEWEST
    }

    private static final ValueType<String> WORD =
            ValueType.of("a word of at most 200 characters", "^[^\\s]{1,200}$", EventRoutes::word);

    private static final String BEGINNING = "beginning";
    private static final ValueType<Long> POSITION =
            ValueType.of(
                    "the number of an event, or beginning",
                    "^(beginning|[0-9]{1,18})$",
                    EventRoutes::position);

    public static final SpecKey<Streams> STREAMS =
            SpecKey.of("streams", ValueType.choice(Streams.class), "Only facts, or samples too.")
                    .withDefault("facts");
    public static final SpecKey<Order> ORDER =
            SpecKey.of(
                            "order",
                            ValueType.choice(Order.class),
                            "The order; a stream is always in the order of occurrence.")
                    .withDefault("oldest");
    public static final SpecKey<String> KIND =
            SpecKey.of("kind", WORD, "Only events of this kind.").example("team.created");
    public static final SpecKey<String> ACTOR =
            SpecKey.of("actor", WORD, "Only events of this user.").example("mira");
    public static final SpecKey<String> SUBJECT =
            SpecKey.of("subject", WORD, "Only events about this subject.").example("team/vision");
    public static final SpecKey<String> TEAM =
            SpecKey.of("team", WORD, "Only events of this team.").example("vision");

    public static final SpecKey<Long> SINCE =
            SpecKey.of(
                            "since",
                            POSITION,
                            "Only events after this number. A stream without it begins now.")
                    .example("184221");

    public static final Route<NoBody, ListPage<EventView>> EVENTS =
            Route.of(HttpMethod.GET, "/api/v1/events")
                    .forSignedIn(
                            "list-events",
                            "Lists or streams the events of the teams whose events you may read.")
                    .listing(EventView.class)
                    .filteredBy(STREAMS, ORDER, KIND, ACTOR, SUBJECT, TEAM, SINCE)
                    .live();
    public static final Route<NewNote, NoteView> NOTE =
            Route.of(HttpMethod.POST, "/api/v1/notes")
                    .everywhere(
                            Permission.NOTES_WRITE,
                            "write-note",
                            "Writes a note for all users into the journal.")
                    .asking(NewNote.class)
                    .answering(NoteView.class);
    public static final Route<NewNote, NoteView> TEAM_NOTE =
            Route.of(HttpMethod.POST, "/api/v1/teams/{team}/notes")
                    .inTeam(
                            Permission.NOTES_WRITE,
                            "write-team-note",
                            "Writes a note for a team into the journal.")
                    .asking(NewNote.class)
                    .answering(NoteView.class);

    public static final List<Route<?, ?>> ALL = List.of(EVENTS, NOTE, TEAM_NOTE);

    private EventRoutes() {}

    private static ParseResult<Long> position(String text) {
        if (text.equals(BEGINNING)) {
            return ParseResult.parsed(0L);
        }
        return text.matches("[0-9]{1,18}")
                ? ParseResult.parsed(Long.parseLong(text))
                : ParseResult.rejected("not the number of an event, and not 'beginning'.");
    }

    private static ParseResult<String> word(String text) {
        return text.matches("[^\\s\\p{Cntrl}]{1,200}")
                ? ParseResult.parsed(text)
                : ParseResult.rejected("not a word of at most 200 characters.");
    }
}
