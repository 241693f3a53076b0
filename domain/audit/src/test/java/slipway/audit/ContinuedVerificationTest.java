package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;

/** A verification that continues where the last good one ended. */
class ContinuedVerificationTest {

    private static final KeyPair OURS = Keys.of(1);

    @TempDir Path data;

    @BeforeEach
    void write() {
        write(1, 300);
        write(301, 700);
    }

    private void write(int from, int to) {
        try (AuditFixture book = AuditFixture.open(data, OURS, Optional.empty())) {
            book.notes(from, to);
            book.seal();
        }
    }

    private void forge(long seq) {
        new LogForger(data).sql("update journal_fact set subject = 'x' where seq = " + seq);
    }

    private AuditVerifier.Result verify(Optional<AuditVerifier.Verified> before) {
        try (Database database =
                Database.openBeside(new DatabaseAddress.Sqlite(data), AuditFixture.SCHEMAS)) {
            var evidence =
                    new AuditVerifier.Evidence(
                            List.of(SealKey.of(OURS.getPublic())), Optional.empty());
            return AuditVerifier.verify(database, evidence, _ -> {}, before);
        }
    }

    @Test
    void new_entries_are_verified_and_the_others_only_by_a_whole_verification() {
        AuditVerifier.Result first = verify(Optional.empty());
        assertThat(first.report().findings()).isEmpty();
        write(701, 1_000);
        AuditVerifier.Result second = verify(first.verified());
        assertThat(second.report().findings()).isEmpty();
        assertThat(second.report().entries()).isEqualTo(1_000);
        assertThat(second.report().blocks()).isEqualTo(3);
        forge(900);
        AuditVerifier.Result forged = verify(first.verified());
        assertThat(forged.report().good()).isFalse();
        assertThat(forged.verified()).isEmpty();
        assertThat(verify(second.verified()).report().good()).isTrue();
        assertThat(verify(Optional.empty()).report().good()).isFalse();
    }

    @Test
    void a_seal_that_was_not_verified_makes_the_whole_log_verified_again() {
        AuditVerifier.Verified known = verify(Optional.empty()).verified().orElseThrow();
        forge(10);
        assertThat(verify(Optional.of(known)).report().good()).isTrue();
        var withoutSeals = new AuditVerifier.Verified(known.scan(), known.tree(), Set.of());
        assertThat(verify(Optional.of(withoutSeals)).report().good()).isFalse();
    }
}
