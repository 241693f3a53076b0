package slipway.storm;

import java.util.ArrayList;
import java.util.List;
import slipway.journal.LoopExecutor;

/** Runs all tasks on one thread in random order. A task in the middle of a turn gets no second turn. */
final class TurnExecutor implements LoopExecutor {

    private final List<Task> tasks = new ArrayList<>();

    /** One task and whether it is in a turn. */
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

    /** Gives a random task a turn; returns its name. */
    String one(StormRandom stormRandom) {
        Task seat = stormRandom.one(tasks);
        return seat.name + (take(seat) ? "" : " (idle)");
    }

    /** Gives every task a turn; false if no task had work. */
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
            throw new IllegalStateException("A simulation is never interrupted", e);
        } finally {
            seat.busy = false;
        }
    }

    @Override
    public void close() {
        tasks.forEach(seat -> seat.busy = true);
    }
}
