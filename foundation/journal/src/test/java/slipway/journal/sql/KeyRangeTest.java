package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.journal.table.KeyRange;
import slipway.journal.table.Ledger;
import slipway.journal.table.RowChange;

class KeyRangeTest {

    @Test
    void a_table_in_sqlite_is_read_a_part_at_a_time_in_the_order_of_its_key(@TempDir Path there) {
        var place = new DatabaseAddress.Sqlite(there);
        check(
                new SqlJournalStorage(
                        Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA))));
    }

    @Test
    void a_table_in_memory_is_read_in_ranges_in_the_order_of_its_key() {
        var disk = new MemoryStorage.Disk(Ledger.ACCOUNTS);
        check(new MemoryStorage(disk, MemoryStorage.Weather.CALM));
    }

    private static void check(JournalStorage journalStorage) {
        List<RowChange> rows = new ArrayList<>();
        for (String name : List.of("c", "a", "e", "b", "d")) {
            rows.add(
                    new RowChange.Put<>(
                            Ledger.ACCOUNTS, new Ledger.Account(name, 1, Instant.EPOCH)));
        }
        InstantSource clock = () -> Instant.EPOCH;
        var times = new Journal.Times(clock, () -> 0L);
        try (var journal = Journal.open(journalStorage, LoopExecutor.threads(), times)) {
            journal.write(Commit.of(List.of(), rows));
            assertThat(names(journal, KeyRange.after(Optional.empty(), 2))).isEqualTo("ab");
            assertThat(names(journal, KeyRange.after(Optional.of("b"), 2))).isEqualTo("cd");
            assertThat(names(journal, KeyRange.after(Optional.of("e"), 2))).isEmpty();
            assertThat(names(journal, KeyRange.before(Optional.empty(), 3))).isEqualTo("edc");
            assertThat(names(journal, KeyRange.before(Optional.of("c"), 3))).isEqualTo("ba");
            assertThat(names(journal, KeyRange.only("d"))).isEqualTo("d");
        }
    }

    private static String names(Journal journal, KeyRange keyRange) {
        return journal.rows(Ledger.ACCOUNTS, keyRange).stream()
                .map(Ledger.Account::name)
                .collect(Collectors.joining());
    }
}
