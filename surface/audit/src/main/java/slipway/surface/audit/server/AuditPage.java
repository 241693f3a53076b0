package slipway.surface.audit.server;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import slipway.audit.Audit;
import slipway.audit.Seal;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.web.page.PageQuery;

/**
 * The content of the audit log page.
 *
 * @param newest the newest seal
 * @param secondPlace the name of the second place, if configured
 * @param mayWrite whether the viewer may seal and check
 */
public record AuditPage(
        Answer answer,
        List<AuditFigure> figures,
        Listing listing,
        Optional<AuditEntryDetail> opened,
        List<SealItem> seals,
        Optional<Seal> newest,
        Optional<String> secondPlace,
        boolean mayWrite) {

    static final String PATH = "/admin/audit";

    public AuditPage {
        figures = List.copyOf(figures);
        seals = List.copyOf(seals);
    }

    /**
     * The sentence at the top, in four parts: bold, regular, bold, regular.
     *
     * @param bad whether the log is damaged or was altered
     */
    public record Answer(
            String first, String then, String second, String end, boolean bad, Lede lede) {}

    /** The sentence below, with a number in bold. */
    public record Lede(String before, String number, String after) {}

    /**
     * The list of entries.
     *
     * @param tally how many entries are shown and match
     * @param actors the links that filter by actor
     * @param here the address to which the filter form is sent
     * @param csv the address of the same list as CSV
     * @param earlier the address of the next page, with older entries
     * @param newest the address of the first page, unless this is the first
     * @param wider the address with a wider time filter, if nothing was found
     */
    public record Listing(
            JournalQuery query,
            String tally,
            List<ActorLink> actors,
            List<AuditEntryItem> rows,
            String here,
            String csv,
            Optional<String> earlier,
            Optional<String> newest,
            Optional<String> wider) {

        public Listing {
            actors = List.copyOf(actors);
            rows = List.copyOf(rows);
        }
    }

    /** A link that filters by actor. */
    public record ActorLink(String title, String path, boolean chosen) {}

    static AuditPage of(AuditPageInputs inputs, JournalQuery query, TimeFormat times) {
        PageQuery here = query.query().with("before", query.before());
        return new AuditPage(
                answer(inputs, times),
                new AuditFigures(inputs, times).all(),
                listing(inputs, query, times),
                inputs.opened()
                        .map(
                                entry ->
                                        AuditEntryDetail.of(
                                                entry.event(),
                                                entry.result(),
                                                here.at(PATH),
                                                times)),
                inputs.seals(),
                inputs.state().sealed().last(),
                inputs.state().mirror().map(mirror -> AuditFigures.name(mirror.folder())),
                inputs.mayWrite());
    }

    private static Answer answer(AuditPageInputs inputs, TimeFormat times) {
        Audit.State state = inputs.state();
        String entries = AuditFigures.entries(state.entries());
        Lede lede = lede(inputs, times);
        if (state.verification().filter(check -> !check.report().good()).isPresent()) {
            var problem = state.verification().get().report().problem();
            return new Answer(
                    problem.what(), " " + problem.why(), "", " " + problem.next(), true, lede);
        }
        if (state.problem().isPresent()) {
            var problem = state.problem().get();
            return new Answer(
                    problem.what(), " " + problem.why(), "", " " + problem.next(), true, lede);
        }
        return state.verification()
                .map(
                        check ->
                                new Answer(
                                        entries,
                                        ", none changed, dropped or reordered. Fully verified"
                                                + (isToday(check, times) ? " at " : " "),
                                        times.time(check.at()),
                                        ".",
                                        false,
                                        lede))
                .orElseGet(
                        () ->
                                new Answer(
                                        entries,
                                        ", ",
                                        Format.count(inputs.sealed()),
                                        " of them sealed. Not fully verified since this server started.",
                                        false,
                                        lede));
    }

    private static boolean isToday(Audit.Verification check, TimeFormat times) {
        return times.time(check.at()).length() == "14:00".length();
    }

    private static Lede lede(AuditPageInputs inputs, TimeFormat times) {
        Audit.State state = inputs.state();
        String since = inputs.began().map(at -> "Since " + times.time(at) + ". ").orElse("");
        String next = AuditFigures.nextSeal(state, times);
        if (state.sealed().last().isEmpty()) {
            return new Lede(since + "There is no seal yet; the first is signed ", next, ".");
        }
        String sealed = Format.count(inputs.sealed());
        String waiting =
                state.unsealed() == 0
                        ? ", all of them."
                        : state.unsealed() == 1
                                ? "; the one newer entry is covered by the next seal, " + next + "."
                                : "; the "
                                        + Format.count(state.unsealed())
                                        + " newer entries are covered by the next seal, "
                                        + next
                                        + ".";
        return new Lede(since + "The last seal covers ", sealed, waiting);
    }

    private static Listing listing(AuditPageInputs inputs, JournalQuery query, TimeFormat times) {
        PageQuery own = query.query();
        PageQuery here = own.with("before", query.before());
        Optional<Long> open = inputs.opened().map(entry -> entry.event().seq());
        List<AuditEntryItem> rows =
                inputs.found().events().stream()
                        .map(event -> AuditEntryItem.of(event, inputs.sealed(), times))
                        .map(item -> withPath(item, here, open))
                        .toList();
        return new Listing(
                query,
                tally(inputs, query),
                Arrays.stream(ActorFilter.values()).map(filter -> link(filter, query)).toList(),
                rows,
                open.map(seq -> PATH + "/" + seq).orElse(PATH),
                own.at(PATH + "/journal.csv"),
                inputs.found().continueBefore().map(seq -> own.with("before", seq + "").at(PATH)),
                query.before().map(_ -> own.at(PATH)),
                wider(rows, query));
    }

    private static AuditEntryItem withPath(
            AuditEntryItem item, PageQuery here, Optional<Long> open) {
        long seq = item.row().seq();
        return item.at(here.at(PATH + "/" + seq), open.filter(one -> one == seq).isPresent());
    }

    private static ActorLink link(ActorFilter filter, JournalQuery query) {
        return new ActorLink(
                filter.title(), query.withActor(filter).query().at(PATH), filter == query.actor());
    }

    /** {@code 14 of 96 by people, today}. */
    private static String tally(AuditPageInputs inputs, JournalQuery query) {
        long shown = inputs.found().events().size();
        long matched = inputs.found().matched();
        String count =
                query.before().isPresent()
                        ? Format.count(shown)
                                + " before entry "
                                + Format.count(query.before().get())
                                + ","
                        : shown == matched && inputs.found().complete()
                                ? Format.count(shown)
                                : Format.count(shown)
                                        + (inputs.found().complete() ? " of " : " of at least ")
                                        + Format.count(matched);
        String actor =
                switch (query.actor()) {
                    case PEOPLE -> " by people, ";
                    case SLIPWAY -> " by Slipway, ";
                    case ALL -> " ";
                };
        return count + actor + query.span().when().phrase();
    }

    /** If nothing was found, a link to all time. */
    private static Optional<String> wider(List<AuditEntryItem> rows, JournalQuery query) {
        return rows.isEmpty() && query.span().when() != TimeFilter.EVER
                ? Optional.of(query.withTime(TimeFilter.EVER).query().at(PATH))
                : Optional.empty();
    }
}
