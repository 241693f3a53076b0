package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.audit.VerificationReport.Harm;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;

/** A log of 700 entries with four seals, on a real file, and every way to tamper with it. */
class TamperingTest {

    private static final KeyPair OURS = Keys.of(1);

    @TempDir static Path template;
    @TempDir Path folder;

    private Path data;
    private Path vault;
    private LogForger forger;

    @BeforeAll
    static void write() throws IOException {
        Path vault = Files.createDirectory(template.resolve("vault"));
        fill(template.resolve("data"), vault, OURS, "note ");
    }

    @BeforeEach
    void copy() throws IOException {
        data = copied("data");
        vault = copied("vault");
        forger = new LogForger(data);
    }

    private Path copied(String name) throws IOException {
        Path to = Files.createTempDirectory(folder, name);
        try (Stream<Path> files = Files.list(template.resolve(name))) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    private static void fill(Path data, Path vault, KeyPair keys, String text) {
        try (AuditFixture book = AuditFixture.open(data, keys, Optional.of(vault))) {
            for (int seal = 0; seal < 3; seal++) {
                for (int i = 1; i <= 200; i++) {
                    book.note(text + (seal * 200 + i));
                }
                book.seal();
            }
            book.notes(601, 650);
            book.seal();
            book.notes(651, 700);
        }
    }

    @Test
    void an_unchanged_log_is_good() {
        VerificationReport verificationReport = verify();
        assertThat(verificationReport.findings()).isEmpty();
        assertThat(verificationReport.entries()).isEqualTo(700);
        assertThat(verificationReport.blocks()).isEqualTo(2);
        assertThat(verificationReport.here().seals()).isEqualTo(4);
        assertThat(verificationReport.here().signedBy())
                .containsExactly(SealKey.of(OURS.getPublic()).name());
        assertThat(verificationReport.elsewhere().orElseThrow().seals()).isEqualTo(4);
        assertThat(verificationReport.elsewhere().orElseThrow().newest().orElseThrow().size())
                .isEqualTo(650);
    }

    private static final List<String> FIELD_CHANGES =
            List.of(
                    "at = at + 1",
                    "at = at + 0.5",
                    "kind = 'note.createD'",
                    "kind = cast(kind as blob)",
                    "version = version + 1",
                    "version = version + 4294967296",
                    "actor = 'bob'",
                    "via = 'web'",
                    "request = 'r2'",
                    "team = 'visiom'",
                    "team = null",
                    "subject = 'm'",
                    "body = replace(body, 'note', 'nota')",
                    "body = body || ' '",
                    "body = null",
                    "body = ''",
                    "body_hash = x'00'",
                    "hash = zeroblob(32)",
                    "hash = x'00'");

    @Test
    void a_change_of_any_field_is_found_and_named() throws IOException {
        for (String change : FIELD_CHANGES) {
            copy();
            forger.sql("update journal_fact set " + change + " where seq = 300");
            VerificationReport verificationReport = verify();
            assertThat(verificationReport.findings()).as(change).isNotEmpty();
            assertThat(verificationReport.firstDamaged()).as(change).contains(only(300));
            assertThat(first(verificationReport).harm()).as(change).isEqualTo(Harm.CHANGED);
            assertThat(first(verificationReport).sentence()).as(change).contains("Entry 300 ");
            assertThat(verificationReport.problem().next()).contains("slipway restore");
        }
    }

    @Test
    void an_entry_under_another_number_is_found() {
        forger.sql("update journal_fact set seq = 100000 where seq = 300");
        assertThat(first(verify()).sentence()).contains("Entry 100000 does not match its hash");
        assertThat(verify().firstDamaged()).contains(only(301));
    }

    @Test
    void a_team_that_was_made_empty_instead_of_none_is_found() {
        forger.sql("update journal_fact set team = '' where seq = 300");
        assertFirst(verify(), Harm.CHANGED, only(300), "Entry 300 does not match its hash");
    }

    @Test
    void a_leaf_number_that_was_changed_is_found() {
        forger.sql("update journal_fact set leaf = 512 where seq = 300");
        assertThat(verify().firstDamaged()).contains(only(300));
    }

    @Test
    void a_dropped_entry_is_found() {
        forger.sql("delete from journal_fact where seq = 300");
        assertFirst(
                verify(), Harm.DROPPED, only(301), "The entry at place 299 of the tree is missing");
    }

    @Test
    void a_dropped_entry_is_found_although_all_others_were_numbered_and_hashed_anew() {
        forger.sql("delete from journal_fact where seq = 300");
        forger.hashAnew();
        assertFirst(
                verify(),
                Harm.DROPPED,
                new VerificationReport.Span(201, 401),
                "An entry between entry 257 and entry 512 is missing");
    }

    @Test
    void exchanged_entries_are_found() {
        forger.exchange(300, 310, true);
        assertFirst(verify(), Harm.REORDERED, only(300), "Entries 300 and 310 were exchanged.");
    }

    @Test
    void exchanged_entries_are_found_when_their_hashes_stayed_where_they_were() {
        forger.exchange(300, 310, false);
        assertFirst(verify(), Harm.REORDERED, only(300), "Entries 300 and 310 were exchanged.");
    }

    @Test
    void exchanged_entries_are_found_although_everything_was_hashed_anew() {
        forger.exchange(300, 310, true);
        forger.hashAnew();
        assertThat(verify().findings().getFirst().harm()).isIn(Harm.REORDERED, Harm.REBUILT);
        assertThat(verify().firstDamaged()).contains(new VerificationReport.Span(201, 400));
    }

    @Test
    void a_truncated_log_is_found() {
        forger.sql("delete from journal_fact where seq > 640");
        assertThat(first(verify()).sentence()).contains("The last 60 of 700 entries are gone");
    }

    @Test
    void a_truncated_log_is_found_although_its_head_was_moved_back() {
        forger.sql(
                "delete from journal_fact where seq > 640",
                "update journal_head set seq = 640, leaves = 640");
        assertThat(first(verify()).harm()).isEqualTo(Harm.TRUNCATED);
        assertThat(first(verify()).sentence())
                .contains("640 entries", "seal 4", "covers 650", "after entry 640");
    }

    @Test
    void a_truncated_log_with_truncated_seals_is_found_by_the_mirror() {
        forger.sql(
                "delete from journal_fact where seq > 640",
                "update journal_head set seq = 640, leaves = 640",
                "delete from audit_seal where number = 4");
        assertThat(verifyAlone().findings()).isEmpty();
        assertThat(first(verify()).harm()).isEqualTo(Harm.TRUNCATED);
        assertThat(first(verify()).sentence()).contains(vault.toString(), "seal 4");
    }

    @Test
    void a_changed_entry_that_was_hashed_anew_is_found_by_its_block_and_its_seals() {
        forger.sql("update journal_fact set actor = 'bob' where seq = 300");
        forger.hashAnew();
        VerificationReport verificationReport = verify();
        assertFirst(
                verificationReport,
                Harm.REBUILT,
                new VerificationReport.Span(201, 400),
                "from entry 201 to entry 400");
        assertThat(verificationReport.findings())
                .anySatisfy(
                        f -> assertThat(f.sentence()).contains("The entries 257 to 512 are not"));
    }

    @Test
    void a_log_rebuilt_from_an_entry_with_the_same_key_is_found_by_the_mirror() {
        forger.sql("update journal_fact set actor = 'bob' where seq = 300");
        forger.hashAnew();
        sealAnew(OURS);
        assertThat(verifyAlone().findings()).isEmpty();
        VerificationReport verificationReport = verify();
        assertFirst(
                verificationReport,
                Harm.REBUILT,
                new VerificationReport.Span(201, 400),
                "seal 2 in " + vault);
        assertThat(verificationReport.findings().getFirst().sentence())
                .contains("from entry 201 to entry 400");
    }

    @Test
    void a_log_rebuilt_completely_with_the_same_key_is_found_by_the_mirror() throws IOException {
        Path other = folder.resolve("other");
        fill(other, Files.createDirectory(folder.resolve("nowhere")), OURS, "another story ");
        data = other;
        assertThat(verifyAlone().findings()).isEmpty();
        assertFirst(
                verify(),
                Harm.REBUILT,
                new VerificationReport.Span(1, 200),
                "written anew, as a whole");
    }

    @Test
    void a_log_rebuilt_completely_with_another_key_is_found_by_the_key() throws IOException {
        Path other = folder.resolve("other");
        fill(other, Files.createDirectory(folder.resolve("nowhere")), Keys.of(2), "note ");
        data = other;
        assertThat(verify(List.of(), Optional.empty()).findings()).isEmpty();
        assertThat(first(verifyAlone()).sentence())
                .contains("was not signed by the key that is trusted");
    }

    @Test
    void a_prune_is_no_tampering_but_a_body_that_was_dropped_by_hand_is() {
        try (AuditFixture book = AuditFixture.open(data, OURS, Optional.of(vault))) {
            book.clock.forward(Duration.ofHours(9));
            book.prune(Duration.ofHours(9).minusMinutes(9));
            book.seal();
        }
        assertThat(verify().findings()).isEmpty();
        assertThat(verify().entries()).isEqualTo(701);
        forger.sql(
                "update journal_fact set body = null, body_hash = (select body_hash from journal_fact where seq = 1)"
                        + " where seq = 690");
        assertThat(verify().firstDamaged()).contains(only(690));
    }

    private static final List<String> SEAL_CHANGES =
            List.of(
                    "update audit_seal set note = replace(note, 'seal 2', 'seal 3') where number = 2",
                    "update audit_seal set note = replace(note, '2026', '2027') where number = 2",
                    "update audit_seal set note = replace(note, '400', '401') where number = 2",
                    "update audit_seal set size = 401 where number = 2",
                    "update audit_seal set note = '' where number = 4",
                    "delete from audit_seal where number = 1",
                    "delete from audit_seal where number = 2",
                    "update audit_block set hash = replace(hash, 'a', 'b') where number = 0",
                    "update audit_block set last_seq = 255 where number = 0",
                    "delete from audit_block where number = 0",
                    "insert into audit_block values (2, 513, 768, 'ab')");

    @Test
    void changed_seals_and_blocks_are_found_without_the_mirror() throws IOException {
        for (String change : SEAL_CHANGES) {
            copy();
            forger.sql(change);
            assertThat(verifyAlone().findings()).as(change).isNotEmpty();
        }
    }

    @Test
    void a_damaged_seal_in_the_mirror_is_found() throws IOException {
        Path file = vault.resolve("000000000002.seal");
        Files.writeString(file, Files.readString(file).replace("400", "401"));
        assertThat(first(verify()).sentence()).contains(vault.toString());
        Files.writeString(file, "nonsense");
        assertThat(first(verify()).sentence()).contains("Seal 2", "is damaged");
        Files.delete(file);
        assertThat(first(verify()).sentence()).contains("Seal 2 is missing");
    }

    @Test
    void a_log_is_verified_while_the_server_writes() {
        try (AuditFixture book = AuditFixture.open(data, OURS, Optional.of(vault))) {
            book.note("not followed yet");
            assertThat(verify().findings()).isEmpty();
            book.notes(1, 400);
            assertThat(verify().findings()).isEmpty();
            try (Database database =
                    Database.openBeside(new DatabaseAddress.Sqlite(data), AuditFixture.SCHEMAS)) {
                assertThat(book.audit.verify(database).report().good()).isTrue();
            }
            Audit.State state = book.audit.state();
            assertThat(state.verification().orElseThrow().report().entries()).isEqualTo(1101);
            assertThat(state.mirror().orElseThrow().seals()).isEqualTo(4);
        }
    }

    /** A server that runs on the forged log makes new blocks and the same number of new seals. */
    private void sealAnew(KeyPair keys) {
        forger.forgetSeals();
        try (AuditFixture book = AuditFixture.open(data, keys, Optional.empty())) {
            book.loops.settle();
            book.seal();
        }
    }

    private static void assertFirst(
            VerificationReport verificationReport,
            Harm harm,
            VerificationReport.Span bad,
            String sentence) {
        assertThat(first(verificationReport).harm()).isEqualTo(harm);
        assertThat(first(verificationReport).sentence()).contains(sentence);
        assertThat(verificationReport.firstDamaged()).contains(bad);
    }

    private static VerificationReport.Span only(long seq) {
        return new VerificationReport.Span(seq, seq);
    }

    private static VerificationReport.Finding first(VerificationReport verificationReport) {
        assertThat(verificationReport.findings()).isNotEmpty();
        return verificationReport.findings().getFirst();
    }

    private VerificationReport verify() {
        return verify(
                List.of(SealKey.of(OURS.getPublic())),
                Optional.of(AuditVerifier.MirroredSeals.read(vault)));
    }

    /** Verifies without the mirror. */
    private VerificationReport verifyAlone() {
        return verify(List.of(SealKey.of(OURS.getPublic())), Optional.empty());
    }

    private VerificationReport verify(
            List<SealKey> keys, Optional<AuditVerifier.MirroredSeals> placed) {
        try (Database database =
                Database.openBeside(new DatabaseAddress.Sqlite(data), AuditFixture.SCHEMAS)) {
            return AuditVerifier.of(database, new AuditVerifier.Evidence(keys, placed), _ -> {});
        }
    }
}
