package slipway.surface.audit.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.audit.Audit;
import slipway.audit.EntryProof;
import slipway.audit.Seal;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.spec.SpecKey;
import slipway.surface.api.PathParameter;
import slipway.surface.api.Route;
import slipway.surface.api.json.NoBody;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.TextResponse;
import slipway.surface.web.live.JournalSearch;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageQuery;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** The audit log: how it stands, what happened, and the proof of any entry; also as files to keep elsewhere. */
public final class AuditPages {

    private static final int ROWS = 14;
    private static final int SEALS = 5;

    /** A file may hold more than a page, but not more than a table program can open. */
    private static final int MOST_IN_FILE = 100_000;

    private static final Set<JournalStream> FACTS = Set.of(JournalStream.FACTS);
    private static final SpecKey<?>[] FILTERS = {
        JournalQuery.BY,
        JournalQuery.ABOUT,
        JournalQuery.WHEN,
        JournalQuery.FROM,
        JournalQuery.TO,
        JournalQuery.Q,
        PageQuery.BEFORE
    };

    static final Route<NoBody, NoBody> AUDIT =
            PageRoute.at(AuditPage.PATH)
                    .everywhere(
                            Permission.AUDIT_READ, "show-audit-page", "How the audit log stands.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> ENTRY =
            PageRoute.at(AuditPage.PATH + "/{entry}")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "show-entry",
                            "One entry with the proof that nothing of it was changed.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> PROOF =
            PageRoute.at(AuditPage.PATH + "/{entry}/proof")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "download-proof",
                            "A proof, to be kept elsewhere.")
                    .answeringText();
    static final Route<NoBody, NoBody> SEAL =
            PageRoute.at(AuditPage.PATH + "/seals/{seal}")
                    .everywhere(
                            Permission.AUDIT_READ, "download-seal", "A seal, to be kept elsewhere.")
                    .answeringText();
    static final Route<NoBody, NoBody> CSV =
            PageRoute.at(AuditPage.PATH + "/journal.csv")
                    .everywhere(Permission.AUDIT_READ, "download-journal", "Entries as a table.")
                    .filteredBy(FILTERS)
                    .answeringText();

    private final Audit audit;
    private final Journal journal;
    private final JournalSearch journalSearch;
    private final InstantSource clock;

    public AuditPages(Audit audit, Journal journal, InstantSource clock) {
        this.audit = audit;
        this.journal = journal;
        this.journalSearch = JournalSearch.in(journal);
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN,
                        "Audit",
                        AUDIT,
                        "slipway audit",
                        authorizedRequest -> show(authorizedRequest, Optional.empty())),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Audit",
                                ENTRY,
                                "slipway audit",
                                authorizedRequest ->
                                        show(
                                                authorizedRequest,
                                                Optional.of(
                                                        audit.entry(
                                                                number(
                                                                        authorizedRequest,
                                                                        PathParameter.ENTRY)))))
                        .withoutTab());
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Text<>(PROOF, this::proof),
                new RouteHandler.Text<>(SEAL, this::seal),
                new RouteHandler.Text<>(CSV, this::csv));
    }

    private PageContent show(AuthorizedRequest<NoBody> authorizedRequest, Optional<Event> opened) {
        TimeFormat timeFormat = times(authorizedRequest);
        JournalQuery query = JournalQuery.of(authorizedRequest.query());
        var auditPageInputs =
                new AuditPageInputs(
                        audit.state(),
                        audit.key().id(),
                        journal.events(FACTS, 0, 1).stream().findFirst().map(Event::at),
                        journalSearch.find(wish(query, timeFormat), ROWS),
                        today(timeFormat),
                        seals(),
                        opened.map(event -> new AuditPageInputs.Entry(event, evidence(event))),
                        authorizedRequest.principal().may(Permission.AUDIT_WRITE, TeamId.ALL));
        return PageContent.of("audit/page", AuditPage.of(auditPageInputs, query, timeFormat));
    }

    private TimeFormat times(AuthorizedRequest<NoBody> authorizedRequest) {
        ViewerPreferences viewerPreferences =
                ViewerPreferences.of(
                        authorizedRequest.principal(), authorizedRequest.details().cookies());
        return Format.times(clock.instant(), viewerPreferences.zone());
    }

    private JournalSearch.Query wish(JournalQuery query, TimeFormat timeFormat) {
        long before = query.before().orElse(Long.MAX_VALUE);
        Optional<Instant> until = query.span().until(timeFormat);
        return new JournalSearch.Query(
                FACTS,
                until.map(at -> Math.min(before, journalSearch.firstFrom(at, journal.seq())))
                        .orElse(before),
                query.span().since(timeFormat),
                query.wanted(timeFormat));
    }

    private AuditPageInputs.Today today(TimeFormat timeFormat) {
        Instant morning =
                new JournalQuery.Span(TimeFilter.TODAY, Optional.empty(), Optional.empty())
                        .since(timeFormat);
        var wish = new JournalSearch.Query(FACTS, Long.MAX_VALUE, morning, _ -> true);
        JournalSearch.Found found = journalSearch.find(wish, JournalSearch.MAX_SCANNED);
        return new AuditPageInputs.Today(
                found.matched(),
                found.events().stream().filter(ActorFilter::people).count(),
                found.events().stream().filter(ActorFilter::refused).count(),
                found.complete());
    }

    /** Each is compared with the one before, now: that is what the page says. */
    private List<SealItem> seals() {
        List<Seal> newest = audit.seals(Long.MAX_VALUE, SEALS + 1);
        long there = audit.state().mirror().map(Audit.Mirror::seals).orElse(0L);
        List<SealItem> rows = new ArrayList<>();
        for (int i = 0; i < Math.min(SEALS, newest.size()); i++) {
            Seal seal = newest.get(i);
            Optional<Seal> before = newest.stream().skip(i + 1L).findFirst();
            rows.add(
                    new SealItem(
                            seal.number(),
                            seal.size(),
                            seal.size() - before.map(Seal::size).orElse(0L),
                            seal.at(),
                            before.map(one -> follows(one, seal)).orElse(SealItem.Follows.FIRST),
                            seal.number() <= there));
        }
        return rows;
    }

    private SealItem.Follows follows(Seal before, Seal seal) {
        boolean holds =
                before.size() <= seal.size()
                        && audit.consistency(before.size(), seal.size())
                                .holds(before.root(), seal.root());
        return holds ? SealItem.Follows.CONSISTENT : SealItem.Follows.ALTERED;
    }

    /** The proof is not only made but checked, as somebody without this server would. */
    private AuditEntryDetail.Evidence evidence(Event entry) {
        Optional<Seal> last = audit.state().sealed().last();
        long index = entry.leaf().orElseThrow().index();
        if (last.filter(seal -> index < seal.size()).isEmpty()) {
            return new AuditEntryDetail.Evidence.NotYet(
                    last.map(seal -> seal.at().plus(Audit.SEAL_INTERVAL)));
        }
        try {
            EntryProof proof = audit.prove(entry.seq());
            proof.check(List.of(audit.key()));
            return new AuditEntryDetail.Evidence.Given(proof);
        } catch (Problem problem) {
            return new AuditEntryDetail.Evidence.Wrong(problem);
        }
    }

    private TextResponse proof(AuthorizedRequest<NoBody> authorizedRequest) {
        EntryProof proof = audit.prove(number(authorizedRequest, PathParameter.ENTRY));
        return TextResponse.of(200, "application/json", proof.json().toPrettyString() + "\n");
    }

    private TextResponse seal(AuthorizedRequest<NoBody> authorizedRequest) {
        long number = number(authorizedRequest, PathParameter.SEAL);
        return audit.seal(number)
                .map(seal -> TextResponse.of(200, "text/plain; charset=utf-8", seal.text()))
                .orElseThrow(() -> AuditHandlers.noSeal(number));
    }

    private TextResponse csv(AuthorizedRequest<NoBody> authorizedRequest) {
        TimeFormat timeFormat = times(authorizedRequest);
        JournalQuery query = JournalQuery.of(authorizedRequest.query());
        JournalSearch.Found found =
                journalSearch.find(wish(query, timeFormat), MOST_IN_FILE, 10 * MOST_IN_FILE);
        return TextResponse.of(
                200, "text/csv; charset=utf-8", AuditCsv.of(found.events(), timeFormat));
    }

    private static long number(AuthorizedRequest<NoBody> authorizedRequest, PathParameter part) {
        return Long.parseLong(authorizedRequest.part(part));
    }
}
