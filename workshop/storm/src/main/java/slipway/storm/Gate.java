package slipway.storm;

import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.guard.Chronicle;
import slipway.guard.Crowd;
import slipway.guard.Errand;
import slipway.guard.People;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.Owner;
import slipway.journal.Table;

/** Guard in the storm: a crowd that comes and goes, and facts that tell the same story as the people. */
public final class Gate implements Inhabitant<People, Errand> {

    private Optional<People> checked = Optional.empty();

    @Override
    public String name() {
        return "guard";
    }

    @Override
    public List<Table<?>> tables() {
        return Crowd.tables();
    }

    @Override
    public Owner.Rules<People, Errand> rules() {
        return Crowd.rules();
    }

    @Override
    public People rebuilt(Journal journal) {
        return Crowd.rebuilt(journal);
    }

    @Override
    public Errand wish(Luck luck) {
        return Errand.draw(luck::below);
    }

    /** A picture never changes: the same one is looked at once. */
    @Override
    @SuppressWarnings("ReferenceEquality") // to compare two of them takes longer than to check one
    public void check(People people) {
        if (checked.filter(last -> last == people).isEmpty()) {
            held(() -> Crowd.check(people));
            checked = Optional.of(people);
        }
    }

    @Override
    public void check(People people, List<Event> history) {
        List<Fact> facts = history.stream().flatMap(event -> event.fact().stream()).toList();
        held(() -> Chronicle.of(facts).mustTell(people));
    }

    private static void held(Runnable check) {
        try {
            check.run();
        } catch (AssertionError e) {
            var violation = new Violation(String.valueOf(e.getMessage()));
            violation.initCause(e);
            throw violation;
        }
    }
}
