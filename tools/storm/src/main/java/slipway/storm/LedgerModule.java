package slipway.storm;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.table.Ledger;
import slipway.journal.table.Table;

/** The ledger in the storm: accounts that pay each other, and a constant sum of money. */
public final class LedgerModule implements StormModule<Ledger, Ledger.Pay> {

    private static final List<String> PEOPLE = List.of("ana", "ben", "cem", "dia");
    private static final long START = 100;

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public List<Table<?>> tables() {
        return List.of(Ledger.ACCOUNTS);
    }

    @Override
    public ModuleOwner.Rules<Ledger, Ledger.Pay> rules() {
        return Ledger::decide;
    }

    @Override
    public Ledger rebuilt(Journal journal) {
        return Ledger.open(journal);
    }

    @Override
    public Ledger.Pay randomRequest(StormRandom stormRandom) {
        return new Ledger.Pay(
                stormRandom.one(PEOPLE), stormRandom.one(PEOPLE), 1 + stormRandom.below(60));
    }

    @Override
    public void check(Ledger ledger) {
        long units = 0;
        for (Ledger.Account account : ledger.accounts().values()) {
            units += account.units();
        }
        long sum = units;
        InvariantViolation.unless(
                sum == START * ledger.accounts().size(),
                () -> "The ledger holds " + sum + " units in " + ledger.accounts());
    }

    @Override
    public void check(Ledger ledger, List<Event> history) {
        Map<String, Long> units = new TreeMap<>();
        for (Event event : history) {
            Ledger.payment(event).ifPresent(pay -> apply(units, pay));
        }
        units.forEach(
                (name, sum) ->
                        InvariantViolation.unless(
                                ledger.units(name) == sum,
                                () ->
                                        "%s has %d units; by the journal it is %d"
                                                .formatted(name, ledger.units(name), sum)));
    }

    private static void apply(Map<String, Long> units, Ledger.Pay pay) {
        units.merge(pay.from(), START - pay.units(), (had, _) -> had - pay.units());
        units.merge(pay.to(), START + pay.units(), (had, _) -> had + pay.units());
    }
}
