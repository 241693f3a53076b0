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

    private final Turns turns = new Turns();
    private final Journal journal;
    private final List<Lodging<?, ?>> lodgings = new ArrayList<>();
    private boolean dead;

    Server(Medium medium, World world) {
        this.journal = Journal.open(medium, turns, world.time().times());
        world.inhabitants().forEach(this::moveIn);
        world.readers(journal).forEach(journal::follow);
    }

    private <P extends Picture<P>, Q> void moveIn(Inhabitant<P, Q> inhabitant) {
        Owner<P, Q> owner =
                journal.owner(inhabitant.name(), inhabitant.rebuilt(journal), inhabitant.rules());
        lodgings.add(new Lodging<>(inhabitant, owner));
        for (Reader reader : inhabitant.readers(journal)) {
            journal.follow(reader);
        }
    }

    Journal journal() {
        return journal;
    }

    Turns turns() {
        return turns;
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
