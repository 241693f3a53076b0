package slipway.schedule;

import java.time.Instant;
import java.util.List;
import slipway.schedule.picture.Cluster;

/**
 * A picture in, a decision for every workload out. Pure: no clock, no disk, no chance. The server, {@code explain},
 * {@code --dry-run} and the simulator all call these functions and no others.
 */
public final class Scheduler {

    private Scheduler() {}

    /** From scratch. */
    public static Plan decide(Cluster cluster, Instant now) {
        return decide(new Board(cluster), now);
    }

    /**
     * From the last plan, whose decisions count as carried out, and what happened since. It equals {@link #decide} on
     * the same picture, and costs as much as has changed.
     */
    public static Plan next(Plan plan, List<Change> changes, Instant now) {
        Board board = plan.goOn();
        for (Change change : changes) {
            board = Applied.to(board, change, now);
        }
        return decide(board, now);
    }

    private static Plan decide(Board board, Instant now) {
        return new Plan(board, now, new Cycle(board, now).run());
    }
}
