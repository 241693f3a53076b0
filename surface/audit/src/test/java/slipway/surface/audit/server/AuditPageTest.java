package slipway.surface.audit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.surface.web.live.TestJournal.NOW;
import static slipway.surface.web.live.TestJournal.TIMES;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.audit.Audit;
import slipway.audit.Seal;
import slipway.audit.Sha256Hash;
import slipway.audit.VerificationReport;
import slipway.surface.web.live.JournalSearch;
import slipway.surface.web.live.TestJournal;

class AuditPageTest {

    private static final Sha256Hash SOME = Sha256Hash.hex("5f".repeat(32));
    private static final Instant SEALED = Instant.parse("2026-09-17T14:18:00Z");
    private static final JournalSearch.Found NOTHING =
            new JournalSearch.Found(List.of(), 0, true, Optional.empty());

    private static Seal seal(long number, long size) {
        return new Seal(
                "slipway/journal",
                new Seal.Covers(size, SOME, SEALED),
                number,
                SOME,
                new Seal.Signed("slipway", "AAAA"));
    }

    private static VerificationReport report(VerificationReport.Finding... findings) {
        var here =
                new VerificationReport.Sealing("the database", 41_306, Optional.empty(), List.of());
        return new VerificationReport(184_880, 722, here, Optional.of(here), List.of(findings));
    }

    private static Audit.State state(Optional<Audit.Verification> check) {
        return new Audit.State(
                184_907,
                5,
                new Audit.Sealed(Optional.of(seal(41_306, 184_902)), Optional.empty()),
                Optional.of(
                        new Audit.Mirror(
                                Path.of("/mnt/audit-vault"),
                                41_306,
                                Optional.of(SEALED),
                                Optional.empty())),
                check,
                Optional.empty());
    }

    private static Audit.Verification check(VerificationReport report) {
        return new Audit.Verification(
                Instant.parse("2026-09-17T14:00:00Z"), Duration.ofMillis(1_700), report);
    }

    private static AuditPageInputs inputs(Audit.State state, JournalSearch.Found found) {
        var row = new SealItem(41_306, 184_902, 5, SEALED, SealItem.Consistency.CONSISTENT, true);
        return new AuditPageInputs(
                state,
                "8e5dc6b1",
                Optional.of(Instant.parse("2026-03-03T09:00:00Z")),
                found,
                new AuditPageInputs.Today(1_012, 96, 2, true),
                List.of(row),
                Optional.empty(),
                true);
    }

    private static AuditPage page(Audit.State state) {
        return AuditPage.of(inputs(state, NOTHING), byPeople(), TIMES);
    }

    private static JournalQuery byPeople() {
        return JournalQueryTest.query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "");
    }

    private static String answer(AuditPage page) {
        AuditPage.Answer answer = page.answer();
        return answer.first() + answer.then() + answer.second() + answer.end();
    }

    @Test
    void a_verified_log_is_reported_as_unchanged() {
        AuditPage page = page(state(Optional.of(check(report()))));
        assertThat(answer(page))
                .isEqualTo(
                        "184,907 entries, none changed, dropped or reordered. Fully verified at 14:00.");
        AuditPage.Lede lede = page.answer().lede();
        assertThat(lede.before() + lede.number() + lede.after())
                .isEqualTo(
                        "Since 3 Mar. The last seal covers 184,902; the 5 newer entries are covered by the next"
                                + " seal, about 14:23.");
    }

    @Test
    void a_log_that_was_not_verified_is_not_reported_as_unchanged() {
        AuditPage page = page(state(Optional.empty()));
        assertThat(answer(page))
                .contains("Not fully verified since this server started.")
                .doesNotContain("none changed");
        assertThat(page.figures().getFirst().emphasis()).isNotEqualTo(AuditFigure.Emphasis.GOOD);
    }

    @Test
    void an_altered_log_names_the_first_altered_entry_and_shows_no_green_figure() {
        var finding =
                new VerificationReport.Finding(
                        VerificationReport.Harm.CHANGED,
                        Optional.of(new VerificationReport.Span(7, 7)),
                        "Entry 7 was changed.");
        AuditPage page = page(state(Optional.of(check(report(finding)))));
        assertThat(answer(page)).contains("entry 7", "Entry 7 was changed.", "slipway restore");
        assertThat(page.answer().bad()).isTrue();
        assertThat(page.figures().getFirst().emphasis()).isEqualTo(AuditFigure.Emphasis.BAD);
        assertThat(page.figures().get(3).detail()).doesNotContain("match");
    }

    @Test
    void the_figures_show_the_state_of_the_log() {
        List<AuditFigure> figures = page(state(Optional.of(check(report())))).figures();
        assertThat(figures)
                .extracting(
                        figure -> figure.name() + ": " + figure.value() + ", " + figure.detail())
                .containsExactly(
                        "Whole log: Verified, 14:00, 184,880 entries in 1.7 s",
                        "Last seal: 41,306, 14:18, signed by key",
                        "Consistent with previous seal: Consistent, 5 entries added, none altered",
                        "Second place: audit-vault, 14:18, all 41,306 match",
                        "Today: 1,012, 96 by people, 2 refused");
    }

    @Test
    void every_entry_shows_whether_it_is_sealed() {
        TestJournal journal =
                new TestJournal()
                        .note("sam", 9, "old")
                        .refused("203.0.113.9", 8)
                        .note("sam", 1, "new");
        var found =
                new JournalSearch.Found(
                        List.of(journal.event(3), journal.event(2), journal.event(1)),
                        96,
                        true,
                        Optional.of(1L));
        var inputs =
                inputs(
                        new Audit.State(
                                3,
                                1,
                                state(Optional.empty()).sealed(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        found);
        AuditPage.Listing listing = AuditPage.of(inputs, byPeople(), TIMES).listing();
        assertThat(listing.rows())
                .extracting(AuditEntryItem::mark)
                .containsExactly(
                        AuditEntryItem.Mark.PENDING,
                        AuditEntryItem.Mark.REFUSED,
                        AuditEntryItem.Mark.SEALED);
        assertThat(listing.tally()).isEqualTo("3 of 96 by people, today");
        assertThat(listing.earlier()).contains("/admin/audit?before=1");
        assertThat(listing.rows().getFirst().path()).isEqualTo("/admin/audit/3");
    }

    @Test
    void an_empty_list_of_today_links_to_all_time() {
        AuditPage.Listing listing = page(state(Optional.empty())).listing();
        assertThat(listing.wider()).contains("/admin/audit?when=ever");
    }

    @Test
    void an_unsealed_entry_shows_the_time_of_the_next_seal() {
        TestJournal journal = new TestJournal().note("sam", 1, "new");
        var waiting = new AuditEntryDetail.ProofResult.NotSealed(Optional.of(NOW.plusSeconds(180)));
        AuditEntryDetail entry =
                AuditEntryDetail.of(journal.event(1), waiting, "/admin/audit", TIMES);
        assertThat(entry.proof())
                .isEqualTo(
                        new AuditEntryDetail.Proof.Pending(
                                "Not sealed yet. Next seal: about 14:23"));
        assertThat(entry.details())
                .extracting(detail -> detail.name() + ": " + detail.text())
                .containsExactly("Text: new", "Via: CLI", "Request: req-1");
    }
}
