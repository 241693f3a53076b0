package slipway.storm;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.identity.DirectoryFromFacts;
import slipway.identity.DirectoryInvariants;
import slipway.identity.RandomRequest;
import slipway.identity.UserDirectory;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.table.Table;

/**
 * The identity module in the storm: random changes of users and teams, and facts that must give the same directory.
 */
public final class IdentityModule implements StormModule<UserDirectory, RandomRequest> {

    private Optional<UserDirectory> checked = Optional.empty();

    @Override
    public String name() {
        return "guard";
    }

    @Override
    public List<Table<?>> tables() {
        return DirectoryInvariants.tables();
    }

    @Override
    public ModuleOwner.Rules<UserDirectory, RandomRequest> rules() {
        return DirectoryInvariants.rules();
    }

    @Override
    public UserDirectory rebuilt(Journal journal) {
        return DirectoryInvariants.rebuilt(journal);
    }

    @Override
    public RandomRequest randomRequest(StormRandom stormRandom) {
        return RandomRequest.draw(stormRandom::below);
    }

    /** A snapshot is immutable, so each one is checked once. */
    @Override
    @SuppressWarnings("ReferenceEquality") // to compare two of them takes longer than to check one
    public void check(UserDirectory userDirectory) {
        if (checked.filter(last -> last == userDirectory).isEmpty()) {
            asViolation(() -> DirectoryInvariants.check(userDirectory));
            checked = Optional.of(userDirectory);
        }
    }

    @Override
    public void check(UserDirectory userDirectory, List<Event> history) {
        List<Fact> facts = history.stream().flatMap(event -> event.fact().stream()).toList();
        asViolation(() -> DirectoryFromFacts.of(facts).requireEqual(userDirectory));
    }

    private static void asViolation(Runnable check) {
        try {
            check.run();
        } catch (AssertionError e) {
            var invariantViolation = new InvariantViolation(String.valueOf(e.getMessage()));
            invariantViolation.initCause(e);
            throw invariantViolation;
        }
    }
}
