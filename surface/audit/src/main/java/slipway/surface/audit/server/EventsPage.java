package slipway.surface.audit.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.identity.Principal;
import slipway.journal.Event;
import slipway.surface.api.event.EventSentence;
import slipway.surface.web.live.JournalSearch;
import slipway.surface.web.page.PageQuery;

/**
 * The content of the events page.
 *
 * @param today the number of today's events, formatted
 * @param latest the time of the newest event of today
 * @param earlier the address of the next page, with older events
 * @param newest the address of the first page, unless this is the first
 */
public record EventsPage(
        String today,
        Optional<Instant> latest,
        EventQuery query,
        Choices choices,
        List<Line> lines,
        Optional<String> earlier,
        Optional<String> newest,
        Optional<Opened> opened) {

    /** The values of the filters. */
    public record Choices(List<String> kinds, List<String> teams) {}

    /** A row and its link. */
    public record Line(EventItem row, String path, boolean open) {}

    /** An event in full. */
    public record Opened(
            EventItem row, String subject, String actor, Optional<String> body, String close) {}

    /** Everything that was read for the page. */
    record Read(JournalSearch.Found found, JournalSearch.Found today, Optional<Event> opened) {}

    static EventsPage of(Read read, EventQuery query, Principal principal, TimeFormat times) {
        PageQuery own = query.query();
        PageQuery here = own.with("before", query.before());
        Optional<Long> open = read.opened().map(Event::seq);
        return new EventsPage(
                (read.today().complete() ? "" : "more than ")
                        + Format.count(read.today().matched(), "event"),
                read.today().events().stream().findFirst().map(Event::at),
                query,
                choices(query, principal),
                read.found().events().stream()
                        .map(event -> EventItem.of(event, times))
                        .map(row -> line(row, here, open))
                        .toList(),
                read.found()
                        .continueBefore()
                        .map(seq -> own.with("before", seq + "").at(EventPages.PATH)),
                query.before().map(_ -> own.at(EventPages.PATH)),
                read.opened().map(event -> opened(event, here, times)));
    }

    private static Line line(EventItem row, PageQuery here, Optional<Long> open) {
        return new Line(
                row,
                here.at(EventPages.PATH + "/" + row.seq()),
                open.filter(seq -> seq == row.seq()).isPresent());
    }

    private static Opened opened(Event event, PageQuery here, TimeFormat times) {
        return new Opened(
                EventItem.of(event, times),
                event.what().subject(),
                event.what().actor().name(),
                EventDetail.pretty(event),
                here.at(EventPages.PATH));
    }

    /** The selected values are always included, so that the form shows them. */
    private static Choices choices(EventQuery query, Principal principal) {
        var kinds = new TreeSet<>(EventSentence.kinds());
        var teams =
                new TreeSet<>(
                        principal
                                .directory()
                                .teams()
                                .keys()
                                .filter(principal::sees)
                                .map(TeamId::value)
                                .limit(200)
                                .toList());
        kinds.add(query.kind());
        teams.add(query.team());
        kinds.remove("");
        teams.remove("");
        return new Choices(List.copyOf(kinds), List.copyOf(teams));
    }
}
