package slipway.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import slipway.journal.Journal;

/** The stored seals. The newest are in memory, for the page; older ones are read on request. */
final class Seals {

    private static final int IN_MEMORY = 1_000;

    private final Journal journal;
    private final List<Seal> recent = new ArrayList<>();

    private Seals(Journal journal) {
        this.journal = journal;
    }

    static Seals read(Journal journal) {
        var seals = new Seals(journal);
        List<AuditTables.SealRow> rows = new ArrayList<>();
        journal.rows(AuditTables.SEALS, rows::add);
        rows.sort(Comparator.comparingLong(AuditTables.SealRow::number));
        rows.subList(Math.max(0, rows.size() - IN_MEMORY), rows.size()).stream()
                .map(Seals::parse)
                .forEach(seals.recent::add);
        return seals;
    }

    /** Parses one row; a damaged seal is a problem, like a damaged entry. */
    private static Seal parse(AuditTables.SealRow row) {
        return Seal.parse(row.note())
                .filter(seal -> seal.number() == row.number() && seal.size() == row.size())
                .orElseThrow(() -> AuditProblems.damagedSeal(row.number()));
    }

    synchronized void add(Seal seal) {
        recent.add(seal);
        if (recent.size() > 2 * IN_MEMORY) {
            recent.subList(0, IN_MEMORY).clear();
        }
    }

    synchronized Optional<Seal> last() {
        return recent.isEmpty() ? Optional.empty() : Optional.of(recent.getLast());
    }

    synchronized Optional<Seal> beforeLast() {
        return recent.size() < 2 ? Optional.empty() : Optional.of(recent.get(recent.size() - 2));
    }

    private synchronized List<Seal> inMemory() {
        return List.copyOf(recent);
    }

    /** Seals with a number below this one, newest first. */
    List<Seal> before(long number, int limit) {
        List<Seal> recentSeals = inMemory();
        boolean all =
                recentSeals.isEmpty()
                        || recentSeals.getFirst().number() == 1
                        || recentSeals.getFirst().number() + limit <= number;
        List<Seal> found = all ? recentSeals : stored(_ -> true);
        Predicate<Seal> older = seal -> seal.number() < number;
        return found.stream()
                .filter(older)
                .sorted(Comparator.comparingLong(Seal::number).reversed())
                .limit(limit)
                .toList();
    }

    /** Seals with these numbers, oldest first. */
    List<Seal> stored(LongPredicate numbers) {
        List<Seal> found = new ArrayList<>();
        journal.rows(
                AuditTables.SEALS,
                row -> {
                    if (numbers.test(row.number())) {
                        found.add(parse(row));
                    }
                });
        found.sort(Comparator.comparingLong(Seal::number));
        return found;
    }
}
