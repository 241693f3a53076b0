package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.LoopExecutor;

/** A crew of one thread: whose turn it is, luck decides. Whoever is in the middle of a turn gets no second one. */
final class TurnExecutor implements LoopExecutor {

    private final List<Task> tasks = new ArrayList<>();

    /** One piece of work and whether it is being done. */
    private static final class Task {
        private final String name;
        private final Work work;
        private boolean busy;

        Task(String name, Work work) {
            this.name = name;
            this.work = work;
        }
    }

    @Override
    public void start(String name, Work work) {
        tasks.add(new Task(name, work));
    }

    /** Gives somebody a turn; says who had one. */
    String one(StormRandom stormRandom) {
        Task seat = stormRandom.one(tasks);
        return seat.name + (take(seat) ? "" : " (idle)");
    }

    /** Gives everybody a turn; false when nobody had anything to do. */
    boolean all() {
        boolean any = false;
        for (Task seat : tasks) {
            any |= take(seat);
        }
        return any;
    }

    private static boolean take(Task seat) {
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
        tasks.forEach(seat -> seat.busy = true);
    }
}
