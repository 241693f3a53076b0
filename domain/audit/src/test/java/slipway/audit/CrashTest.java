package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.MemoryStorage;
import slipway.journal.MemoryStorage.Fault;
import slipway.journal.MemoryStorage.Point;
import slipway.journal.MemoryStorage.Weather;
import slipway.journal.table.RowChange;

/** The process dies, or the disk fails, at every write there is: entries, blocks with their cursor, seals. */
class CrashTest {

    private static final int ENTRIES = 270;

    @TempDir Path vault;

    @Test
    void after_a_crash_at_any_write_the_log_continues() throws IOException {
        for (Point point : List.of(Point.BEFORE, Point.TORN, Point.STORED)) {
            for (long at = 1; at <= 600; at += 23) {
                survives(point, at, Fault.DIE);
            }
            // Around the first block's row, its cursor, and the seal after it.
            for (long at = 505; at <= 560; at++) {
                survives(point, at, Fault.DIE);
            }
        }
    }

    @Test
    void after_a_disk_failure_at_any_write_the_log_continues() throws IOException {
        for (Fault fault : List.of(Fault.FAIL, Fault.FULL)) {
            for (long at = 500; at <= 560; at += 3) {
                survives(Point.BEFORE, at, fault);
            }
        }
    }

    private void survives(Point point, long at, Fault fault) throws IOException {
        var disk = new MemoryStorage.Disk(AuditTables.BLOCKS, AuditTables.SEALS);
        Path place = Files.createTempDirectory(vault, "vault");
        Weather once = (where, write) -> where == point && write == at ? fault : Fault.NONE;
        List<Seal> told = new ArrayList<>();
        live(disk, place, once, told);
        try (AuditFixture book = open(disk, place, Weather.CALM)) {
            book.loops.settle();
            book.note("after");
            Seal seal = book.seal();
            assertThat(seal.size()).isEqualTo(book.journal.factCount());
            told.forEach(old -> assertThat(book.audit.seal(old.number())).contains(old));
            Optional<Seal> before = book.audit.state().sealed().before();
            before.ifPresent(
                    old ->
                            assertThat(
                                            book.audit
                                                    .consistency(old.size(), seal.size())
                                                    .holds(old.root(), seal.root()))
                                    .isTrue());
            assertThat(AuditVerifier.MirroredSeals.read(place).texts())
                    .hasSize((int) seal.number());
            book.audit.prove(1).check(List.of(book.audit.key()));
            long blocks = book.journal.factCount() / MerkleBlock.WIDTH;
            List<MerkleBlock> rows = new ArrayList<>();
            book.journal.rows(AuditTables.BLOCKS, rows::add);
            assertThat(rows).hasSize((int) blocks);
        }
    }

    /** Until the fault, if it comes. */
    private static void live(
            MemoryStorage.Disk disk, Path place, Weather weather, List<Seal> told) {
        AuditFixture book = open(disk, place, weather);
        try {
            for (int i = 0; i < ENTRIES; i++) {
                book.note("note " + i);
                book.loops.settle();
                if (i % 50 == 49) {
                    told.add(book.seal());
                }
            }
        } catch (MemoryStorage.Died | Problem e) {
            assertThat(e).isNotNull();
        }
    }

    private static AuditFixture open(MemoryStorage.Disk disk, Path place, Weather weather) {
        return AuditFixture.open(new MemoryStorage(disk, weather), Keys.of(1), Optional.of(place));
    }

    @Test
    void a_log_that_no_longer_follows_from_its_last_seal_is_not_sealed() {
        var disk = new MemoryStorage.Disk(AuditTables.BLOCKS, AuditTables.SEALS);
        try (AuditFixture book = open(disk, vault, Weather.CALM)) {
            book.notes(1, 20);
            var sealer = new Sealer(Keys.of(1));
            Seal other = sealer.seal(Optional.empty(), 5, Sha256Hash.EMPTY, book.clock.instant());
            RowChange rowChange =
                    new RowChange.Put<>(AuditTables.SEALS, AuditTables.SealRow.of(other));
            var written = book.journal.send(Commit.of(List.of(), List.of(rowChange)));
            book.loops.settle();
            assertThat(written).isCompleted();
        }
        try (AuditFixture book = open(disk, vault, Weather.CALM)) {
            assertThatThrownBy(() -> Journal.await(book.audit.sealAsync()))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.code()).isEqualTo(AuditProblems.ALTERED));
            assertThat(book.audit.state().problem()).isPresent();
            assertThat(book.audit.seals(Long.MAX_VALUE, 10)).hasSize(1);
        }
    }
}
