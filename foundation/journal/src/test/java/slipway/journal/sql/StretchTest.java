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
import slipway.journal.Crew;
import slipway.journal.Journal;
import slipway.journal.Ledger;
import slipway.journal.Medium;
import slipway.journal.MemoryMedium;
import slipway.journal.Row;
import slipway.journal.Stretch;

class StretchTest {

    @Test
    void a_table_in_sqlite_is_read_a_part_at_a_time_in_the_order_of_its_key(@TempDir Path there) {
        var place = new Address.Sqlite(there);
        check(new SqlMedium(Db.open(place, List.of(Schema.JOURNAL, Ledger.SCHEMA))));
    }

    @Test
    void a_table_in_memory_is_read_a_part_at_a_time_in_the_order_of_its_key() {
        var disk = new MemoryMedium.Disk(Ledger.ACCOUNTS);
        check(new MemoryMedium(disk, MemoryMedium.Weather.CALM));
    }

    private static void check(Medium journalStorage) {
        List<Row> rows = new ArrayList<>();
        for (String name : List.of("c", "a", "e", "b", "d")) {
            rows.add(new Row.Put<>(Ledger.ACCOUNTS, new Ledger.Account(name, 1, Instant.EPOCH)));
        }
        InstantSource clock = () -> Instant.EPOCH;
        var times = new Journal.Times(clock, () -> 0L);
        try (var journal = Journal.open(journalStorage, Crew.threads(), times)) {
            journal.write(Commit.of(List.of(), rows));
            assertThat(names(journal, Stretch.after(Optional.empty(), 2))).isEqualTo("ab");
            assertThat(names(journal, Stretch.after(Optional.of("b"), 2))).isEqualTo("cd");
            assertThat(names(journal, Stretch.after(Optional.of("e"), 2))).isEmpty();
            assertThat(names(journal, Stretch.before(Optional.empty(), 3))).isEqualTo("edc");
            assertThat(names(journal, Stretch.before(Optional.of("c"), 3))).isEqualTo("ba");
            assertThat(names(journal, Stretch.only("d"))).isEqualTo("d");
        }
    }

    private static String names(Journal journal, Stretch keyRange) {
        return journal.rows(Ledger.ACCOUNTS, keyRange).stream()
                .map(Ledger.Account::name)
                .collect(Collectors.joining());
    }
}
