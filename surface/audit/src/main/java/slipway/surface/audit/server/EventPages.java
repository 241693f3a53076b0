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

/** The events page. */
public final class EventPages implements Finder {

    static final String PATH = "/admin/events";
    static final int ROWS = 25;

    static final ProblemCode NO_EVENT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-event",
                    "There is no event of this number, or you may not see it.");

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
                    .forSignedIn("show-events", "Shows events, newest first.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> EVENT =
            PageRoute.at(PATH + "/{entry}")
                    .forSignedIn("show-event", "Shows an event in full.")
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
                        request -> show(request, Optional.empty())),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Events",
                                EVENT,
                                command,
                                request -> show(request, Optional.of(opened(request))))
                        .withoutTab());
    }

    private PageContent show(AuthorizedRequest<NoBody> request, Optional<Event> opened) {
        ViewerPreferences preferences =
                ViewerPreferences.of(request.principal(), request.details().cookies());
        TimeFormat times = Format.times(clock.instant(), preferences.zone());
        EventQuery query = EventQuery.of(request.query());
        Predicate<Event> seen = event -> isShown(event, request.principal(), preferences);
        var read =
                new EventsPage.Read(
                        journalSearch.find(query.search(seen), ROWS),
                        today(query, seen, times),
                        opened);
        return PageContent.of("events/page", EventsPage.of(read, query, request.principal(), times))
                .withCommand(query.command());
    }

    private JournalSearch.Found today(EventQuery query, Predicate<Event> seen, TimeFormat times) {
        Instant morning =
                times.now()
                        .atZone(times.zone())
                        .toLocalDate()
                        .atStartOfDay(times.zone())
                        .toInstant();
        var search = new JournalSearch.Query(query.stored(), Long.MAX_VALUE, morning, seen);
        return journalSearch.find(search, 1);
    }

    /** Whether an event is visible and within the selected team. */
    private static boolean isShown(
            Event event, Principal principal, ViewerPreferences preferences) {
        return EventFilter.maySee(principal, event)
                && (preferences.team().isEmpty()
                        || event.what()
                                .team()
                                .flatMap(TeamId::parse)
                                .filter(team -> preferences.includes(team, principal))
                                .isPresent());
    }

    private Event opened(AuthorizedRequest<NoBody> request) {
        long seq = Long.parseLong(request.part(PathParameter.ENTRY));
        return event(seq)
                .filter(event -> EventFilter.maySee(request.principal(), event))
                .orElseThrow(
                        () ->
                                new Problem(
                                        NO_EVENT,
                                        "There is no event " + Format.count(seq) + ".",
                                        "It does not exist yet, was compacted, or belongs to another team.",
                                        "List the events: slipway events"));
    }

    private Optional<Event> event(long seq) {
        return journal
                .eventsBefore(
                        java.util.EnumSet.allOf(slipway.journal.JournalStream.class), seq + 1, 1)
                .stream()
                .filter(event -> event.seq() == seq)
                .findFirst();
    }

    /** Finds an event by its number. For readers of the audit log the hit leads to the entry with its proof. */
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
        boolean inAuditLog =
                event.leaf().isPresent() && principal.may(Permission.AUDIT_READ, TeamId.ALL);
        TimeFormat times = Format.times(clock.instant(), java.time.ZoneOffset.UTC);
        return new Search.Hit(
                "Journal",
                (inAuditLog ? "Entry " : "Event ") + Format.count(event.seq()),
                EventItem.of(event, times).sentence().text(),
                inAuditLog ? "shield-check" : "stack-2",
                (inAuditLog ? "/admin/audit/" : PATH + "/") + event.seq());
    }
}
