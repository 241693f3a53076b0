package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.LoopExecutor;

/** A crew of one thread: whose turn it is, luck decides. Whoever is in the middle of a turn gets no second one. */
final class TurnExecutor implements LoopExecutor {

    private final List<Seat> seats = new ArrayList<>();

    /** One piece of work and whether it is being done. */
    private static final class Seat {
        private final String name;
        private final Work work;
        private boolean busy;

        Seat(String name, Work work) {
            this.name = name;
            this.work = work;
        }
    }

    @Override
    public void start(String name, Work work) {
        seats.add(new Seat(name, work));
    }

    /** Gives somebody a turn; says who had one. */
    String one(StormRandom stormRandom) {
        Seat seat = stormRandom.one(seats);
        return seat.name + (take(seat) ? "" : " (idle)");
    }

    /** Gives everybody a turn; false when nobody had anything to do. */
    boolean all() {
        boolean any = false;
        for (Seat seat : seats) {
            any |= take(seat);
        }
        return any;
    }

    private static boolean take(Seat seat) {
        if (seat.busy) {
            return false;
        }
        seat.busy = true;
        try {
            return seat.work.round(false);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a simulation", e);
        } finally {
            seat.busy = false;
        }
    }

    @Override
    public void close() {
        seats.forEach(seat -> seat.busy = true);
    }
}
