package slipway.storm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import slipway.base.Actor;
import slipway.journal.Asked;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.Key;
import slipway.journal.Owner;
import slipway.journal.Picture;
import slipway.journal.Written;

/** A room as it lives in one server. */
final class Lodging<P extends Picture<P>, Q> {

    private final Inhabitant<P, Q> inhabitant;
    private final Owner<P, Q> owner;

    Lodging(Inhabitant<P, Q> inhabitant, Owner<P, Q> owner) {
        this.inhabitant = inhabitant;
        this.owner = owner;
    }

    /** What the room shows holds. */
    void check() {
        inhabitant.check(owner.picture());
    }

    /** What the room shows is what the disk holds. Only when no write is under way. */
    void compare(Journal journal) {
        P shown = owner.picture();
        P stored = inhabitant.rebuilt(journal);
        Violation.unless(
                shown.equals(stored),
                () ->
                        "Room %s shows %s; on the disk is %s"
                                .formatted(inhabitant.name(), shown, stored));
    }

    void checkAtRest(Journal journal, List<Event> history) {
        compare(journal);
        inhabitant.check(owner.picture(), history);
    }

    /** Draws a wish once; whoever gets it later asks the same. */
    static <P extends Picture<P>, Q> Call call(
            Inhabitant<P, Q> inhabitant, int room, String id, Luck luck) {
        Q wish = inhabitant.wish(luck);
        Optional<Key> key =
                luck.chance(850)
                        ? Optional.of(Key.of("client", id, wish.toString()))
                        : Optional.empty();
        var asked = new Asked<>(wish, new Actor("client", "storm", id), key);
        return new Call(id, key, server -> ask(server.lodgings().get(room), asked));
    }

    @SuppressWarnings("unchecked") // the lodging of the room that the wish was drawn for
    private static <Q> CompletableFuture<Written> ask(Lodging<?, ?> lodging, Asked<Q> asked) {
        return ((Lodging<?, Q>) lodging).owner.ask(asked);
    }
}
