package slipway.surface.audit.server;

import java.io.IOException;
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
import slipway.identity.AccessControl;
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
import slipway.surface.web.live.PrincipalViewer;
import slipway.surface.web.page.NavigationArea;
import slipway.surface.web.page.PageContent;
import slipway.surface.web.page.PageQuery;
import slipway.surface.web.page.PageRoute;
import slipway.surface.web.page.ViewerPreferences;

/** The audit log page: its state, its entries and their proofs, and downloads of proofs, seals and entries. */
public final class AuditPages {

    private static final int ROWS = 14;
    private static final int SEALS = 5;

    /** As many entries as a search scans at a time, and no fewer. */
    private static final int CSV_PART = JournalSearch.MAX_SCANNED;

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
                    .everywhere(Permission.AUDIT_READ, "show-audit-page", "Shows the audit log.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> ENTRY =
            PageRoute.at(AuditPage.PATH + "/{entry}")
                    .everywhere(
                            Permission.AUDIT_READ, "show-entry", "Shows an entry with its proof.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> PROOF =
            PageRoute.at(AuditPage.PATH + "/{entry}/proof")
                    .everywhere(Permission.AUDIT_READ, "download-proof", "Downloads a proof.")
                    .answeringText();
    static final Route<NoBody, NoBody> SEAL =
            PageRoute.at(AuditPage.PATH + "/seals/{seal}")
                    .everywhere(Permission.AUDIT_READ, "download-seal", "Downloads a seal.")
                    .answeringText();
    static final Route<NoBody, NoBody> CSV =
            PageRoute.at(AuditPage.PATH + "/journal.csv")
                    .everywhere(
                            Permission.AUDIT_READ, "download-journal", "Downloads entries as CSV.")
                    .filteredBy(FILTERS)
                    .answeringText();

    private final Audit audit;
    private final Journal journal;
    private final JournalSearch journalSearch;
    private final AccessControl accessControl;
    private final InstantSource clock;

    public AuditPages(
            Audit audit, Journal journal, AccessControl accessControl, InstantSource clock) {
        this.audit = audit;
        this.journal = journal;
        this.journalSearch = JournalSearch.in(journal);
        this.accessControl = accessControl;
        this.clock = clock;
    }

    public List<PageRoute> pages() {
        return List.of(
                PageRoute.of(
                        NavigationArea.ADMIN,
                        "Audit",
                        AUDIT,
                        "slipway audit",
                        request -> show(request, Optional.empty())),
                PageRoute.of(
                                NavigationArea.ADMIN,
                                "Audit",
                                ENTRY,
                                "slipway audit",
                                request ->
                                        show(
                                                request,
                                                Optional.of(
                                                        audit.entry(
                                                                number(
                                                                        request,
                                                                        PathParameter.ENTRY)))))
                        .withoutTab());
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Text<>(PROOF, this::proof),
                new RouteHandler.Text<>(SEAL, this::seal),
                new RouteHandler.Download<>(CSV, "text/csv; charset=utf-8", this::csv));
    }

    private PageContent show(AuthorizedRequest<NoBody> request, Optional<Event> opened) {
        TimeFormat times = times(request);
        JournalQuery query = JournalQuery.of(request.query());
        var inputs =
                new AuditPageInputs(
                        audit.state(),
                        audit.key().id(),
                        journal.events(FACTS, 0, 1).stream().findFirst().map(Event::at),
                        journalSearch.find(search(query, times), ROWS),
                        today(times),
                        seals(),
                        opened.map(event -> new AuditPageInputs.Entry(event, proofResult(event))),
                        request.principal().may(Permission.AUDIT_WRITE, TeamId.ALL));
        return PageContent.of("audit/page", AuditPage.of(inputs, query, times));
    }

    private TimeFormat times(AuthorizedRequest<NoBody> request) {
        ViewerPreferences preferences =
                ViewerPreferences.of(request.principal(), request.details().cookies());
        return Format.times(clock.instant(), preferences.zone());
    }

    private JournalSearch.Query search(JournalQuery query, TimeFormat times) {
        long before = query.before().orElse(Long.MAX_VALUE);
        Optional<Instant> until = query.span().until(times);
        return new JournalSearch.Query(
                FACTS,
                until.map(at -> Math.min(before, journalSearch.firstFrom(at, journal.seq())))
                        .orElse(before),
                query.span().since(times),
                query.predicate(times));
    }

    private AuditPageInputs.Today today(TimeFormat times) {
        Instant morning =
                new JournalQuery.Span(TimeFilter.TODAY, Optional.empty(), Optional.empty())
                        .since(times);
        var search = new JournalSearch.Query(FACTS, Long.MAX_VALUE, morning, _ -> true);
        JournalSearch.Found found = journalSearch.find(search, JournalSearch.MAX_SCANNED);
        return new AuditPageInputs.Today(
                found.matched(),
                found.events().stream().filter(ActorFilter::isByPerson).count(),
                found.events().stream().filter(ActorFilter::isRefusal).count(),
                found.complete());
    }

    /** The newest seals. Each is compared with the previous one for this page. */
    private List<SealItem> seals() {
        List<Seal> newest = audit.seals(Long.MAX_VALUE, SEALS + 1);
        long mirrored = audit.state().mirror().map(Audit.Mirror::seals).orElse(0L);
        List<SealItem> rows = new ArrayList<>();
        for (int i = 0; i < Math.min(SEALS, newest.size()); i++) {
            Seal seal = newest.get(i);
            Optional<Seal> previous = newest.stream().skip(i + 1L).findFirst();
            rows.add(
                    new SealItem(
                            seal.number(),
                            seal.size(),
                            seal.size() - previous.map(Seal::size).orElse(0L),
                            seal.at(),
                            previous.map(it -> compare(it, seal))
                                    .orElse(SealItem.Consistency.FIRST),
                            seal.number() <= mirrored));
        }
        return rows;
    }

    private SealItem.Consistency compare(Seal previous, Seal seal) {
        boolean consistent =
                previous.size() <= seal.size()
                        && audit.consistency(previous.size(), seal.size())
                                .holds(previous.root(), seal.root());
        return consistent ? SealItem.Consistency.CONSISTENT : SealItem.Consistency.ALTERED;
    }

    /** Makes the proof and verifies it as an external verifier would. */
    private AuditEntryDetail.ProofResult proofResult(Event entry) {
        Optional<Seal> last = audit.state().sealed().last();
        long index = entry.leaf().orElseThrow().index();
        if (last.filter(seal -> index < seal.size()).isEmpty()) {
            return new AuditEntryDetail.ProofResult.NotSealed(
                    last.map(seal -> seal.at().plus(Audit.SEAL_INTERVAL)));
        }
        try {
            EntryProof proof = audit.prove(entry.seq());
            proof.check(List.of(audit.key()));
            return new AuditEntryDetail.ProofResult.Proven(proof);
        } catch (Problem problem) {
            return new AuditEntryDetail.ProofResult.Failed(problem);
        }
    }

    private TextResponse proof(AuthorizedRequest<NoBody> request) {
        EntryProof proof = audit.prove(number(request, PathParameter.ENTRY));
        return TextResponse.of(200, "application/json", proof.json().toPrettyString() + "\n");
    }

    private TextResponse seal(AuthorizedRequest<NoBody> request) {
        long number = number(request, PathParameter.SEAL);
        return audit.seal(number)
                .map(seal -> TextResponse.of(200, "text/plain; charset=utf-8", seal.text()))
                .orElseThrow(() -> AuditHandlers.noSeal(number));
    }

    /** Sends all matching entries, newest first, in parts; it ends when the access of its reader ends. */
    private void csv(AuthorizedRequest<NoBody> request, RouteHandler.TextSink sink)
            throws IOException {
        TimeFormat times = times(request);
        JournalSearch.Query query = search(JournalQuery.of(request.query()), times);
        var viewer = new PrincipalViewer(accessControl, clock, request.principal());
        sink.write(AuditCsv.header());
        Optional<Long> next = Optional.of(query.before());
        while (next.isPresent() && viewer.refresh()) {
            JournalSearch.Found found = journalSearch.find(query.before(next.get()), CSV_PART);
            sink.write(AuditCsv.lines(found.events(), times));
            next = found.continueBefore();
        }
    }

    private static long number(AuthorizedRequest<NoBody> request, PathParameter part) {
        return Long.parseLong(request.part(part));
    }
}
