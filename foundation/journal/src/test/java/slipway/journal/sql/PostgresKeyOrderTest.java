package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.IdGenerator;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.table.KeyRange;
import slipway.journal.table.Ledger;
import slipway.journal.table.RowChange;
import slipway.testkit.MovingClock;

/** The keys of ranges are ids of one form: a database that sorts as in a dictionary has the same order. */
@Tag("database")
class PostgresKeyOrderTest {

    @Test
    void ids_are_in_the_same_order_in_a_database_that_sorts_as_in_a_dictionary() {
        DatabaseAddress.Postgres place = PostgresServer.dictionary();
        var clock = MovingClock.at("2026-09-17T14:20:00Z");
        var ids = new IdGenerator(clock, new SplittableRandom(1));
        List<String> names = new ArrayList<>();
        List<RowChange> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            clock.forward(java.time.Duration.ofMillis(i * 37L));
            String name = ids.nextWorkloadId().value();
            names.add(name);
            rows.add(
                    new RowChange.Put<>(
                            Ledger.ACCOUNTS, new Ledger.Account(name, 1, Instant.EPOCH)));
        }
        var storage =
                new SqlJournalStorage(
                        Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA)));
        try (var journal =
                Journal.open(
                        storage, LoopExecutor.threads(), new Journal.Times(clock, clock::nanos))) {
            journal.write(Commit.of(List.of(), rows));
            assertThat(journal.rows(Ledger.ACCOUNTS, KeyRange.after(Optional.empty(), 500)))
                    .extracting(Ledger.Account::name)
                    .containsSubsequence(names);
            assertThat(
                            journal.rows(
                                    Ledger.ACCOUNTS,
                                    KeyRange.after(Optional.of(names.get(99)), 500)))
                    .extracting(Ledger.Account::name)
                    .containsSubsequence(names.subList(100, 200))
                    .doesNotContain(names.get(99), names.get(0));
        }
    }
}
