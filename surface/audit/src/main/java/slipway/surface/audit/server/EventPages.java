package slipway.surface.audit.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.spec.SpecKey;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.live.EventFilter;
import slipway.surface.web.live.JournalSearch;
import slipway.surface.web.page.Finder;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageQuery;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.Search;
import slipway.surface.web.page.ViewerPreferences;

/** What happened, as it happens. */
public final class EventPages implements Finder {

    static final String PATH = "/admin/events";
    static final int ROWS = 25;

    static final ProblemCode NO_EVENT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-event",
                    "There is no event of this number, or it is not yours to see.");

    private static final SpecKey<?>[] FILTERS = {
        EventQuery.KIND,
        EventQuery.ACTOR,
        EventQuery.TEAM,
        EventQuery.SUBJECT,
        EventQuery.STREAMS,
        PageQuery.BEFORE
    };
    static final Route<NoBody, NoBody> EVENTS =
            PageRoute.at(PATH)
                    .forSignedIn("show-events", "What happened, newest first.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> EVENT =
            PageRoute.at(PATH + "/{entry}")
                    .forSignedIn("show-event", "One event in full, among the others.")
                    .filteredBy(FILTERS);

    private final Journal journal;
    private final JournalSearch journalSearch;
    private final InstantSource clock;

    public EventPages(Journal journal, InstantSource clock) {
        this.journal = journal;
        this.journalSearch = JournalSearch.in(journal);
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        String command = "slipway events -f";
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN,
                        "Events",
                        EVENTS,
                        command,
                        authorizedRequest -> show(authorizedRequest, Optional.empty())),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Events",
                                EVENT,
                                command,
                                authorizedRequest ->
                                        show(
                                                authorizedRequest,
                                                Optional.of(opened(authorizedRequest))))
                        .withoutTab());
    }

    private PageContent show(AuthorizedRequest<NoBody> authorizedRequest, Optional<Event> opened) {
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        TimeFormat timeFormat = Format.times(clock.instant(), viewerPreferences.zone());
        EventQuery query = EventQuery.of(authorizedRequest.query());
        Predicate<Event> seen =
                event -> isShown(event, authorizedRequest.principal(), viewerPreferences);
        var read =
                new EventsPage.Read(
                        journalSearch.find(query.wish(seen), ROWS),
                        today(query, seen, timeFormat),
                        opened);
        return PageContent.of(
                        "events/page",
                        EventsPage.of(read, query, authorizedRequest.principal(), timeFormat))
                .withCommand(query.command());
    }

    private JournalSearch.Found today(
            EventQuery query, Predicate<Event> seen, TimeFormat timeFormat) {
        Instant morning =
                timeFormat
                        .now()
                        .atZone(timeFormat.zone())
                        .toLocalDate()
                        .atStartOfDay(timeFormat.zone())
                        .toInstant();
        var wish = new JournalSearch.Query(query.stored(), Long.MAX_VALUE, morning, seen);
        return journalSearch.find(wish, 1);
    }

    /** Of the team that was chosen and those below it, where one was. */
    private static boolean isShown(
            Event event, Principal principal, ViewerPreferences viewerPreferences) {
        return EventFilter.maySee(principal, event)
                && (viewerPreferences.team().isEmpty()
                        || event.what()
                                .team()
                                .flatMap(TeamId::parse)
                                .filter(team -> viewerPreferences.includes(team, principal))
                                .isPresent());
    }

    private Event opened(AuthorizedRequest<NoBody> authorizedRequest) {
        long seq = Long.parseLong(authorizedRequest.part(PathParameter.ENTRY));
        return event(seq)
                .filter(event -> EventFilter.maySee(authorizedRequest.principal(), event))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_EVENT,
                                        "There is no event " + Format.count(seq) + ".",
                                        "It has not happened yet, was compacted, or belongs to another team.",
                                        "Look at what there is: slipway events"));
    }

    private Optional<Event> event(long seq) {
        return journal
                .eventsBefore(
                        java.util.EnumSet.allOf(slipway.journal.JournalStream.class), seq + 1, 1)
                .stream()
                .filter(event -> event.seq() == seq)
                .findFirst();
    }

    /** An event by its number; whoever may read the audit log is led to the entry with its proof. */
    @Override
    public Stream<Search.Hit> find(Principal principal, String words) {
        String digits = words.replace(",", "");
        return digits.matches("[1-9][0-9]{0,17}")
                ? event(Long.parseLong(digits))
                        .filter(event -> EventFilter.maySee(principal, event))
                        .map(event -> hit(event, principal))
                        .stream()
                : Stream.empty();
    }

    private Search.Hit hit(Event event, Principal principal) {
        boolean proved =
                event.leaf().isPresent() && principal.may(Permission.AUDIT_READ, TeamId.ALL);
        TimeFormat timeFormat = Format.times(clock.instant(), java.time.ZoneOffset.UTC);
        return new Search.Hit(
                "Journal",
                (proved ? "Entry " : "Event ") + Format.count(event.seq()),
                EventItem.of(event, timeFormat).sentence().text(),
                proved ? "shield-check" : "stack-2",
                (proved ? "/admin/audit/" : PATH + "/") + event.seq());
    }
}
