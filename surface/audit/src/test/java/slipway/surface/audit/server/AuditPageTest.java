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

    private static VerificationReport verdict(VerificationReport.Finding... findings) {
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

    private static Audit.Verification check(VerificationReport verificationReport) {
        return new Audit.Verification(
                Instant.parse("2026-09-17T14:00:00Z"),
                Duration.ofMillis(1_700),
                verificationReport);
    }

    private static AuditPageInputs picture(Audit.State state, JournalSearch.Found found) {
        var row = new SealItem(41_306, 184_902, 5, SEALED, SealItem.Follows.CONSISTENT, true);
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

    private static AuditPage view(Audit.State state) {
        return AuditPage.of(picture(state, NOTHING), everybody(), TIMES);
    }

    private static JournalQuery everybody() {
        return JournalQueryTest.query(ActorFilter.PEOPLE, AuditTopic.EVERYTHING, "");
    }

    private static String answer(AuditPage view) {
        AuditPage.Answer answer = view.answer();
        return answer.first() + answer.then() + answer.second() + answer.end();
    }

    @Test
    void a_log_that_was_checked_answers_so() {
        AuditPage view = view(state(Optional.of(check(verdict()))));
        assertThat(answer(view))
                .isEqualTo(
                        "184,907 entries, none changed, dropped or reordered. Checked in full at 14:00.");
        AuditPage.Lede lede = view.answer().lede();
        assertThat(lede.before() + lede.number() + lede.after())
                .isEqualTo(
                        "Since 3 Mar. The last seal covers 184,902; the 5 newer entries are covered by the next"
                                + " one, about 14:23.");
    }

    @Test
    void a_log_that_nobody_has_checked_yet_does_not_say_it_is_whole() {
        AuditPage view = view(state(Optional.empty()));
        assertThat(answer(view))
                .contains("Not checked in full since this server started.")
                .doesNotContain("none changed");
        assertThat(view.figures().getFirst().mood()).isNotEqualTo(AuditFigure.Mood.GOOD);
    }

    @Test
    void a_log_that_was_altered_says_which_entry_first_and_nothing_is_green_about_it() {
        var finding =
                new VerificationReport.Finding(
                        VerificationReport.Harm.CHANGED,
                        Optional.of(new VerificationReport.Span(7, 7)),
                        "Entry 7 was changed.");
        AuditPage view = view(state(Optional.of(check(verdict(finding)))));
        assertThat(answer(view)).contains("entry 7", "Entry 7 was changed.", "slipway restore");
        assertThat(view.answer().bad()).isTrue();
        assertThat(view.figures().getFirst().mood()).isEqualTo(AuditFigure.Mood.BAD);
        assertThat(view.figures().get(3).under()).doesNotContain("agree");
    }

    @Test
    void the_figures_are_those_of_the_log() {
        List<AuditFigure> figures = view(state(Optional.of(check(verdict())))).figures();
        assertThat(figures)
                .extracting(
                        auditFigure ->
                                auditFigure.name()
                                        + ": "
                                        + auditFigure.value()
                                        + ", "
                                        + auditFigure.under())
                .containsExactly(
                        "Whole log: Verified, 14:00, 184,880 entries in 1.7 s",
                        "Last seal: 41,306, 14:18, signed by key",
                        "Follows from the one before: Consistent, 5 entries added, none altered",
                        "Second place: audit-vault, 14:18, all 41,306 agree",
                        "Today: 1,012, 96 by people, 2 refused");
    }

    @Test
    void every_entry_says_whether_it_is_in_a_seal() {
        TestJournal story =
                new TestJournal().note("sam", 9, "old").refused("203.0.113.9", 8).note("sam", 1, "new");
        var found =
                new JournalSearch.Found(
                        List.of(story.event(3), story.event(2), story.event(1)),
                        96,
                        true,
                        Optional.of(1L));
        var auditPageInputs =
                picture(
                        new Audit.State(
                                3,
                                1,
                                state(Optional.empty()).sealed(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        found);
        AuditPage.Listing listing = AuditPage.of(auditPageInputs, everybody(), TIMES).listing();
        assertThat(listing.rows())
                .extracting(AuditEntryItem::mark)
                .containsExactly(
                        AuditEntryItem.Mark.WAITS,
                        AuditEntryItem.Mark.REFUSED,
                        AuditEntryItem.Mark.SEALED);
        assertThat(listing.tally()).isEqualTo("3 of 96 by people, today");
        assertThat(listing.earlier()).contains("/admin/audit?before=1");
        assertThat(listing.rows().getFirst().path()).isEqualTo("/admin/audit/3");
    }

    @Test
    void whoever_finds_nothing_today_is_led_farther_back() {
        AuditPage.Listing listing = view(state(Optional.empty())).listing();
        assertThat(listing.wider()).contains("/admin/audit?when=ever");
    }

    @Test
    void an_entry_that_no_seal_covers_yet_says_when_one_will() {
        TestJournal story = new TestJournal().note("sam", 1, "new");
        var waiting = new AuditEntryDetail.Evidence.NotYet(Optional.of(NOW.plusSeconds(180)));
        AuditEntryDetail auditEntryDetail =
                AuditEntryDetail.of(story.event(1), waiting, "/admin/audit", TIMES);
        assertThat(auditEntryDetail.proof())
                .isEqualTo(
                        new AuditEntryDetail.Proof.Waits("Waits for the next seal, about 14:23"));
        assertThat(auditEntryDetail.details())
                .extracting(eventDetail -> eventDetail.name() + ": " + eventDetail.text())
                .containsExactly("Text: new", "Came in: CLI", "Request: req-1");
    }
}
