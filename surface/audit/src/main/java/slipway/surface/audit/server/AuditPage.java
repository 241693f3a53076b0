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
 * What the page of the audit log shows.
 *
 * @param newest the newest seal as it was signed
 * @param place what the second place is called, where there is one
 * @param writes whether whoever looks may seal and check
 */
public record AuditPage(
        Answer answer,
        List<AuditFigure> figures,
        Listing listing,
        Optional<AuditEntryDetail> opened,
        List<SealItem> seals,
        Optional<Seal> newest,
        Optional<String> place,
        boolean writes) {

    static final String PATH = "/admin/audit";

    public AuditPage {
        figures = List.copyOf(figures);
        seals = List.copyOf(seals);
    }

    /**
     * The sentence at the top: what is strong, what follows, what is strong again, how it ends.
     *
     * @param bad whether the log is not what it was
     */
    public record Answer(
            String first, String then, String second, String end, boolean bad, Lede lede) {}

    /** What stands below it: a number among words. */
    public record Lede(String before, String number, String after) {}

    /**
     * The journal.
     *
     * @param tally how many of how many
     * @param people the three links of who did it, in order
     * @param here the page that a changed filter leads to
     * @param csv the same as a file
     * @param earlier where the list goes on
     * @param newest where it begins, when it does not begin here
     * @param wider where more would be found, when nothing was
     */
    public record Listing(
            JournalQuery query,
            String tally,
            List<Whose> people,
            List<AuditEntryItem> rows,
            String here,
            String csv,
            Optional<String> earlier,
            Optional<String> newest,
            Optional<String> wider) {

        public Listing {
            people = List.copyOf(people);
            rows = List.copyOf(rows);
        }
    }

    /** Whose doings to look at. */
    public record Whose(String title, String path, boolean chosen) {}

    static AuditPage of(
            AuditPageInputs auditPageInputs, JournalQuery query, TimeFormat timeFormat) {
        PageQuery here = query.query().with("before", query.before());
        return new AuditPage(
                answer(auditPageInputs, timeFormat),
                new AuditFigures(auditPageInputs, timeFormat).all(),
                listing(auditPageInputs, query, timeFormat),
                auditPageInputs
                        .opened()
                        .map(
                                entry ->
                                        AuditEntryDetail.of(
                                                entry.event(),
                                                entry.evidence(),
                                                here.at(PATH),
                                                timeFormat)),
                auditPageInputs.seals(),
                auditPageInputs.state().sealed().last(),
                auditPageInputs.state().mirror().map(place -> AuditFigures.name(place.folder())),
                auditPageInputs.writes());
    }

    private static Answer answer(AuditPageInputs auditPageInputs, TimeFormat timeFormat) {
        Audit.State state = auditPageInputs.state();
        String entries = AuditFigures.entries(state.entries());
        Lede lede = lede(auditPageInputs, timeFormat);
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
                                        ", none changed, dropped or reordered. Checked in full"
                                                + (isToday(check, timeFormat) ? " at " : " "),
                                        timeFormat.time(check.at()),
                                        ".",
                                        false,
                                        lede))
                .orElseGet(
                        () ->
                                new Answer(
                                        entries,
                                        ", ",
                                        Format.count(auditPageInputs.sealed()),
                                        " of them in a seal. Not checked in full since this server started.",
                                        false,
                                        lede));
    }

    private static boolean isToday(Audit.Verification check, TimeFormat timeFormat) {
        return timeFormat.time(check.at()).length() == "14:00".length();
    }

    private static Lede lede(AuditPageInputs auditPageInputs, TimeFormat timeFormat) {
        Audit.State state = auditPageInputs.state();
        String since =
                auditPageInputs.began().map(at -> "Since " + timeFormat.time(at) + ". ").orElse("");
        String next = AuditFigures.next(state, timeFormat);
        if (state.sealed().last().isEmpty()) {
            return new Lede(since + "There is no seal yet; the first is made ", next, ".");
        }
        String sealed = Format.count(auditPageInputs.sealed());
        String waiting =
                state.unsealed() == 0
                        ? ", which is all of them."
                        : state.unsealed() == 1
                                ? "; the one newer entry is covered by the next, " + next + "."
                                : "; the "
                                        + Format.count(state.unsealed())
                                        + " newer entries are covered by the next one, "
                                        + next
                                        + ".";
        return new Lede(since + "The last seal covers ", sealed, waiting);
    }

    private static Listing listing(
            AuditPageInputs auditPageInputs, JournalQuery query, TimeFormat timeFormat) {
        PageQuery own = query.query();
        PageQuery here = own.with("before", query.before());
        Optional<Long> open = auditPageInputs.opened().map(entry -> entry.event().seq());
        List<AuditEntryItem> rows =
                auditPageInputs.found().events().stream()
                        .map(
                                event ->
                                        AuditEntryItem.of(
                                                event, auditPageInputs.sealed(), timeFormat))
                        .map(auditEntryItem -> placed(auditEntryItem, here, open))
                        .toList();
        return new Listing(
                query,
                tally(auditPageInputs, query),
                Arrays.stream(ActorFilter.values())
                        .map(actorFilter -> whose(actorFilter, query))
                        .toList(),
                rows,
                open.map(seq -> PATH + "/" + seq).orElse(PATH),
                own.at(PATH + "/journal.csv"),
                auditPageInputs
                        .found()
                        .continueBefore()
                        .map(seq -> own.with("before", seq + "").at(PATH)),
                query.before().map(_ -> own.at(PATH)),
                wider(rows, query));
    }

    private static AuditEntryItem placed(
            AuditEntryItem auditEntryItem, PageQuery here, Optional<Long> open) {
        long seq = auditEntryItem.row().seq();
        return auditEntryItem.at(
                here.at(PATH + "/" + seq), open.filter(one -> one == seq).isPresent());
    }

    private static Whose whose(ActorFilter actorFilter, JournalQuery query) {
        return new Whose(
                actorFilter.title(),
                query.by(actorFilter).query().at(PATH),
                actorFilter == query.by());
    }

    /** {@code 14 of 96 by people, today}. */
    private static String tally(AuditPageInputs auditPageInputs, JournalQuery query) {
        long shown = auditPageInputs.found().events().size();
        long matched = auditPageInputs.found().matched();
        String count =
                query.before().isPresent()
                        ? Format.count(shown)
                                + " before entry "
                                + Format.count(query.before().get())
                                + ","
                        : shown == matched && auditPageInputs.found().complete()
                                ? Format.count(shown)
                                : Format.count(shown)
                                        + (auditPageInputs.found().complete()
                                                ? " of "
                                                : " of at least ")
                                        + Format.count(matched);
        String whose =
                switch (query.by()) {
                    case PEOPLE -> " by people, ";
                    case SLIPWAY -> " by Slipway, ";
                    case ALL -> " ";
                };
        return count + whose + query.span().when().words();
    }

    /** Who finds nothing today looks farther back. */
    private static Optional<String> wider(List<AuditEntryItem> rows, JournalQuery query) {
        return rows.isEmpty() && query.span().when() != TimeFilter.EVER
                ? Optional.of(query.within(TimeFilter.EVER).query().at(PATH))
                : Optional.empty();
    }
}
