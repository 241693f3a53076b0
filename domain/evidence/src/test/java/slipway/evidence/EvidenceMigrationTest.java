package slipway.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Backup;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.journal.table.RowChange;
import slipway.testkit.MovingClock;

/** Version 1 of the schema named its tables {@code account_...}; data and backups of that version stay readable. */
class EvidenceMigrationTest {

    private static final List<ModuleSchema> SCHEMAS =
            List.of(ModuleSchema.JOURNAL, EvidenceStore.SCHEMA);
    private static final List<ModuleSchema> SCHEMAS_BEFORE =
            List.of(ModuleSchema.JOURNAL, EvidenceStore.SCHEMA.upTo(1));
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final WorkloadId BERT = new WorkloadId("01k9x0m6c5q8v2t7r4n1h3j501");

    @TempDir Path directory;

    /** An empty database. */
    DatabaseAddress empty(String name) {
        return new DatabaseAddress.Sqlite(directory.resolve(name));
    }

    private static Journal journal(DatabaseAddress address, List<ModuleSchema> schemas) {
        return Journal.open(
                new SqlJournalStorage(Database.open(address, schemas)),
                LoopExecutor.threads(),
                new Journal.Times(MovingClock.at(NOON.toString()), () -> 0L));
    }

    /** Data as version 1 left it: the outcome of one workload, and one calibration. */
    private DatabaseAddress old() {
        DatabaseAddress address = empty("old");
        try (Journal journal = journal(address, SCHEMAS_BEFORE)) {
            var outcome =
                    new EvidenceDocument.Row(BERT, NOON, "ada", new TeamId("vision"), "{\"a\":1}");
            var calibration =
                    new AppliedCalibration(
                            1, NOON, "ada", "one", "{}", Optional.empty(), Optional.empty());
            List<RowChange> rows =
                    List.of(
                            new RowChange.Put<>(
                                    EvidenceTables.of(Kind.OUTCOME).named("account_outcome"),
                                    outcome),
                            new RowChange.Put<>(
                                    EvidenceTables.CALIBRATIONS.named("account_calibration"),
                                    calibration));
            Journal.await(journal.send(Commit.of(List.of(), rows)));
        }
        return address;
    }

    private static void mustHoldTheOutcome(DatabaseAddress address) {
        try (Journal journal = journal(address, SCHEMAS)) {
            EvidenceStore evidence = EvidenceStore.open(journal);
            assertThat(evidence.document(Kind.OUTCOME, BERT).map(EvidenceDocument::body))
                    .contains("{\"a\":1}");
            assertThat(evidence.inForce().map(AppliedCalibration::says)).contains("one");
        }
    }

    @Test
    void data_of_version_1_opens_and_keeps_its_rows() {
        mustHoldTheOutcome(old());
    }

    @Test
    void a_backup_of_version_1_restores_under_the_new_names() {
        Path file = directory.resolve("backup.slipway");
        try (var beside = Database.openBeside(old(), SCHEMAS)) {
            Backup.Manifest manifest =
                    new Backup(_ -> {}).take(beside, SCHEMAS, file, NOON, "0.0.1");
            assertThat(manifest.schemas()).containsEntry("account", 1);
        }
        DatabaseAddress restored = empty("restored");
        try (var backup = new Backup(_ -> {}).read(file)) {
            backup.restore(restored, SCHEMAS, NOON);
        }
        mustHoldTheOutcome(restored);
    }
}
