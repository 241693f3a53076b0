package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.Journal;
import slipway.journal.Medium;
import slipway.journal.Owner;
import slipway.journal.Picture;
import slipway.journal.Reader;

/** One life of a server: from the claim of its term to its stop or its death. */
final class Server {

    private final Turns turnExecutor = new Turns();
    private final Journal journal;
    private final List<Lodging<?, ?>> lodgings = new ArrayList<>();
    private boolean dead;

    Server(Medium journalStorage, World stormRun) {
        this.journal = Journal.open(journalStorage, turnExecutor, stormRun.time().times());
        stormRun.inhabitants().forEach(this::moveIn);
        stormRun.readers(journal).forEach(journal::follow);
    }

    private <P extends Picture<P>, Q> void moveIn(Inhabitant<P, Q> stormModule) {
        Owner<P, Q> moduleOwner =
                journal.owner(
                        stormModule.name(), stormModule.rebuilt(journal), stormModule.rules());
        lodgings.add(new Lodging<>(stormModule, moduleOwner));
        for (Reader journalReader : stormModule.readers(journal)) {
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
