package slipway.server.web.audit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import slipway.base.Format;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.TimeFormat;
import slipway.guard.audit.Audit;
import slipway.guard.audit.EntryProof;
import slipway.guard.audit.Seal;
import slipway.journal.Event;
import slipway.journal.EventStream;
import slipway.journal.Journal;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.Text;
import slipway.server.api.audit.AuditHandlers;
import slipway.server.web.Area;
import slipway.server.web.Choice;
import slipway.server.web.Page;
import slipway.server.web.Query;
import slipway.server.web.View;
import slipway.server.web.events.Backwards;
import slipway.spec.SpecKey;
import slipway.wire.form.NoBody;
import slipway.wire.route.PathParameter;
import slipway.wire.route.Route;

/** The audit log: how it stands, what happened, and the proof of any entry; also as files to keep elsewhere. */
public final class AuditPages {

    private static final int ROWS = 14;
    private static final int SEALS = 5;

    /** A file may hold more than a page, but not more than a table program can open. */
    private static final int MOST_IN_FILE = 100_000;

    private static final Set<EventStream> FACTS = Set.of(EventStream.FACTS);
    private static final SpecKey<?>[] FILTERS = {
        JournalQuery.BY,
        JournalQuery.ABOUT,
        JournalQuery.WHEN,
        JournalQuery.FROM,
        JournalQuery.TO,
        JournalQuery.Q,
        Query.BEFORE
    };

    static final Route<NoBody, NoBody> AUDIT =
            Page.at(AuditView.PATH)
                    .everywhere(
                            Permission.AUDIT_READ, "show-audit-page", "How the audit log stands.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> ENTRY =
            Page.at(AuditView.PATH + "/{entry}")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "show-entry",
                            "One entry with the proof that nothing of it was changed.")
                    .filteredBy(FILTERS);
    static final Route<NoBody, NoBody> PROOF =
            Page.at(AuditView.PATH + "/{entry}/proof")
                    .everywhere(
                            Permission.AUDIT_READ,
                            "download-proof",
                            "A proof, to be kept elsewhere.")
                    .answeringText();
    static final Route<NoBody, NoBody> SEAL =
            Page.at(AuditView.PATH + "/seals/{seal}")
                    .everywhere(
                            Permission.AUDIT_READ, "download-seal", "A seal, to be kept elsewhere.")
                    .answeringText();
    static final Route<NoBody, NoBody> CSV =
            Page.at(AuditView.PATH + "/journal.csv")
                    .everywhere(Permission.AUDIT_READ, "download-journal", "Entries as a table.")
                    .filteredBy(FILTERS)
                    .answeringText();

    private final Audit audit;
    private final Journal journal;
    private final Backwards journalSearch;
    private final InstantSource clock;

    public AuditPages(Audit audit, Journal journal, InstantSource clock) {
        this.audit = audit;
        this.journal = journal;
        this.journalSearch = Backwards.in(journal);
        this.clock = clock;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(
                        Area.ADMIN,
                        "Audit",
                        AUDIT,
                        "slipway audit",
                        authorizedRequest -> show(authorizedRequest, Optional.empty())),
                Page.of(
                                Area.ADMIN,
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
                        .within());
    }

    public List<Binding<?, ?>> bindings() {
        return List.of(
                new Binding.Other<>(PROOF, this::proof),
                new Binding.Other<>(SEAL, this::seal),
                new Binding.Other<>(CSV, this::csv));
    }

    private View show(Call<NoBody> authorizedRequest, Optional<Event> opened) {
        TimeFormat timeFormat = times(authorizedRequest);
        JournalQuery query = JournalQuery.of(authorizedRequest.query());
        var auditPageInputs =
                new Picture(
                        audit.state(),
                        audit.key().id(),
                        journal.events(FACTS, 0, 1).stream().findFirst().map(Event::at),
                        journalSearch.find(wish(query, timeFormat), ROWS),
                        today(timeFormat),
                        seals(),
                        opened.map(event -> new Picture.Entry(event, evidence(event))),
                        authorizedRequest.visitor().may(Permission.AUDIT_WRITE, TeamId.ALL));
        return View.of("audit/page", AuditView.of(auditPageInputs, query, timeFormat));
    }

    private TimeFormat times(Call<NoBody> authorizedRequest) {
        Choice viewerPreferences =
                Choice.of(authorizedRequest.visitor(), authorizedRequest.sent().cookies());
        return Format.times(clock.instant(), viewerPreferences.zone());
    }

    private Backwards.Wish wish(JournalQuery query, TimeFormat timeFormat) {
        long before = query.before().orElse(Long.MAX_VALUE);
        Optional<Instant> until = query.span().until(timeFormat);
        return new Backwards.Wish(
                FACTS,
                until.map(at -> Math.min(before, journalSearch.firstFrom(at, journal.seq())))
                        .orElse(before),
                query.span().since(timeFormat),
                query.wanted(timeFormat));
    }

    private Picture.Today today(TimeFormat timeFormat) {
        Instant morning =
                new JournalQuery.Span(When.TODAY, Optional.empty(), Optional.empty())
                        .since(timeFormat);
        var wish = new Backwards.Wish(FACTS, Long.MAX_VALUE, morning, _ -> true);
        Backwards.Found found = journalSearch.find(wish, Backwards.FARTHEST);
        return new Picture.Today(
                found.matched(),
                found.events().stream().filter(By::people).count(),
                found.events().stream().filter(By::refused).count(),
                found.whole());
    }

    /** Each is compared with the one before, now: that is what the page says. */
    private List<SealRow> seals() {
        List<Seal> newest = audit.seals(Long.MAX_VALUE, SEALS + 1);
        long there = audit.state().place().map(Audit.Place::seals).orElse(0L);
        List<SealRow> rows = new ArrayList<>();
        for (int i = 0; i < Math.min(SEALS, newest.size()); i++) {
            Seal seal = newest.get(i);
            Optional<Seal> before = newest.stream().skip(i + 1L).findFirst();
            rows.add(
                    new SealRow(
                            seal.number(),
                            seal.size(),
                            seal.size() - before.map(Seal::size).orElse(0L),
                            seal.at(),
                            before.map(one -> follows(one, seal)).orElse(SealRow.Follows.FIRST),
                            seal.number() <= there));
        }
        return rows;
    }

    private SealRow.Follows follows(Seal before, Seal seal) {
        boolean holds =
                before.size() <= seal.size()
                        && audit.consistency(before.size(), seal.size())
                                .holds(before.root(), seal.root());
        return holds ? SealRow.Follows.CONSISTENT : SealRow.Follows.ALTERED;
    }

    /** The proof is not only made but checked, as somebody without this server would. */
    private Opened.Evidence evidence(Event entry) {
        Optional<Seal> last = audit.state().sealed().last();
        long index = entry.leaf().orElseThrow().index();
        if (last.filter(seal -> index < seal.size()).isEmpty()) {
            return new Opened.Evidence.NotYet(last.map(seal -> seal.at().plus(Audit.EVERY)));
        }
        try {
            EntryProof proof = audit.prove(entry.seq());
            proof.check(List.of(audit.key()));
            return new Opened.Evidence.Given(proof);
        } catch (Problem problem) {
            return new Opened.Evidence.Wrong(problem);
        }
    }

    private Text proof(Call<NoBody> authorizedRequest) {
        EntryProof proof = audit.prove(number(authorizedRequest, PathParameter.ENTRY));
        return Text.of(200, "application/json", proof.json().toPrettyString() + "\n");
    }

    private Text seal(Call<NoBody> authorizedRequest) {
        long number = number(authorizedRequest, PathParameter.SEAL);
        return audit.seal(number)
                .map(seal -> Text.of(200, "text/plain; charset=utf-8", seal.text()))
                .orElseThrow(() -> AuditHandlers.noSeal(number));
    }

    private Text csv(Call<NoBody> authorizedRequest) {
        TimeFormat timeFormat = times(authorizedRequest);
        JournalQuery query = JournalQuery.of(authorizedRequest.query());
        Backwards.Found found =
                journalSearch.find(wish(query, timeFormat), MOST_IN_FILE, 10 * MOST_IN_FILE);
        return Text.of(200, "text/csv; charset=utf-8", Csv.of(found.events(), timeFormat));
    }

    private static long number(Call<NoBody> authorizedRequest, PathParameter part) {
        return Long.parseLong(authorizedRequest.part(part));
    }
}
