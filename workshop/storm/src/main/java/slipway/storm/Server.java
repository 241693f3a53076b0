package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.Journal;
import slipway.journal.JournalReader;
import slipway.journal.JournalStorage;
import slipway.journal.ModuleOwner;
import slipway.journal.Snapshot;

/** One life of a server: from the claim of its term to its stop or its death. */
final class Server {

    private final Turns turnExecutor = new Turns();
    private final Journal journal;
    private final List<Lodging<?, ?>> lodgings = new ArrayList<>();
    private boolean dead;

    Server(JournalStorage journalStorage, World stormRun) {
        this.journal = Journal.open(journalStorage, turnExecutor, stormRun.time().times());
        stormRun.inhabitants().forEach(this::moveIn);
        stormRun.readers(journal).forEach(journal::follow);
    }

    private <P extends Snapshot<P>, Q> void moveIn(Inhabitant<P, Q> stormModule) {
        ModuleOwner<P, Q> moduleOwner =
                journal.owner(
                        stormModule.name(), stormModule.rebuilt(journal), stormModule.rules());
        lodgings.add(new Lodging<>(stormModule, moduleOwner));
        for (JournalReader journalReader : stormModule.readers(journal)) {
            journal.follow(journalReader);
        }
    }

    Journal journal() {
        return journal;
    }

    Turns turns() {
        return turnExecutor;
    }

    List<Lodging<?, ?>> lodgings() {
        return lodgings;
    }

    boolean caughtUp() {
        return journal.readers().stream().allMatch(reader -> reader.behind() == 0);
    }

    boolean dead() {
        return dead;
    }

    void die() {
        dead = true;
    }

    @Override
    public String toString() {
        return "server " + journal.term();
    }
}
