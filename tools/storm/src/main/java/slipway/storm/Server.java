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

    private final TurnExecutor turnExecutor = new TurnExecutor();
    private final Journal journal;
    private final List<ModuleInstance<?, ?>> modules = new ArrayList<>();
    private boolean dead;

    Server(JournalStorage journalStorage, StormRun stormRun) {
        this.journal =
                Journal.open(
                        journalStorage,
                        turnExecutor,
                        stormRun.time().times(),
                        // A simulated crash and a violated invariant end the whole server.
                        Error.class::isInstance);
        stormRun.modules().forEach(this::add);
        stormRun.readers(journal).forEach(journal::follow);
    }

    private <P extends Snapshot<P>, Q> void add(StormModule<P, Q> stormModule) {
        ModuleOwner<P, Q> moduleOwner =
                journal.owner(
                        stormModule.name(), stormModule.rebuilt(journal), stormModule.rules());
        modules.add(new ModuleInstance<>(stormModule, moduleOwner));
        for (JournalReader journalReader : stormModule.readers(journal)) {
            journal.follow(journalReader);
        }
    }

    Journal journal() {
        return journal;
    }

    TurnExecutor turns() {
        return turnExecutor;
    }

    List<ModuleInstance<?, ?>> modules() {
        return modules;
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
