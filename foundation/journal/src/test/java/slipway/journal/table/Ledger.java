package slipway.journal.table;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.journal.ModuleRequest;
import slipway.journal.Snapshot;
import slipway.journal.sql.ModuleSchema;

/**
 * A small room for tests: accounts that pay each other. Its one invariant is that payments neither make nor lose money,
 * so whatever is applied twice or half shows.
 */
public record Ledger(TreeMap<String, Account> accounts) implements Snapshot<Ledger> {

    public static final Table<Account> ACCOUNTS = Table.of("ledger_account", Account.class, "name");
    public static final ModuleSchema SCHEMA = new ModuleSchema("ledger", 1);
    public static final ProblemCode TOO_POOR =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "too-poor",
                    "An account cannot pay what it does not have.");
    public static final long START = 100;

    /** What an account has. */
    public record Account(String name, long units, Instant since) {}

    /** A wish to pay. */
    public record Pay(String from, String to, long units) {}

    public static Ledger open(Journal journal) {
        var accounts = new TreeMap<String, Account>();
        journal.rows(ACCOUNTS, account -> accounts.put(account.name(), account));
        return new Ledger(accounts);
    }

    /** Who was never heard of starts with 100 units. */
    public long units(String name) {
        return Optional.ofNullable(accounts.get(name)).map(Account::units).orElse(START);
    }

    public static Commit decide(Ledger ledger, ModuleRequest<Pay> moduleRequest, Instant now) {
        Pay pay = moduleRequest.request();
        long left = ledger.units(pay.from()) - pay.units();
        if (left < 0) {
            throw new Problem(
                    TOO_POOR,
                    pay.from() + " cannot pay " + pay.units() + ".",
                    "It has too little.",
                    "Pay less.");
        }
        long got =
                pay.from().equals(pay.to())
                        ? left + pay.units()
                        : ledger.units(pay.to()) + pay.units();
        var rows =
                List.<RowChange>of(
                        new RowChange.Put<>(ACCOUNTS, new Account(pay.from(), left, now)),
                        new RowChange.Put<>(ACCOUNTS, new Account(pay.to(), got, now)));
        return Commit.of(List.of(paid(pay, moduleRequest.actor())), rows)
                .answering(Long.toString(left));
    }

    public static EventDraft paid(Pay pay, Actor actor) {
        return new EventDraft(
                JournalStream.FACTS,
                "paid",
                1,
                actor,
                Optional.of("bank"),
                pay.from(),
                JournalJson.write(pay));
    }

    /** What an event of this room says, unless it was pruned. */
    public static Optional<Pay> payment(Event event) {
        return event.kind().equals("paid") && !event.pruned()
                ? Optional.of((Pay) JournalJson.read(event.what().body(), Pay.class))
                : Optional.empty();
    }

    @Override
    public Ledger after(Commit commit) {
        var next = new TreeMap<>(accounts);
        for (RowChange rowChange : commit.rows()) {
            if (rowChange instanceof RowChange.Put<?> put
                    && put.value() instanceof Account account) {
                next.put(account.name(), account);
            }
        }
        return new Ledger(next);
    }
}
