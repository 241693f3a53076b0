package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Workload;

/** Somebody who runs, as the board keeps it. */
final class Tenant {

    static final long NEVER = Long.MAX_VALUE / 4;

    /** The longest minimum run that having been preempted again and again gives. */
    private static final int MOST_DOUBLINGS = 6;

    final Form form;
    final Share team;
    final String type;
    private Running running;

    Tenant(Running running, Form form, Share team, String type) {
        this.running = running;
        this.form = form;
        this.team = team;
        this.type = type;
    }

    Running running() {
        return running;
    }

    Workload workload() {
        return running.workload();
    }

    String id() {
        return running.id().value();
    }

    void becomes(Running other) {
        running = other;
    }

    boolean leaving() {
        return running.leaving().isPresent();
    }

    /** Everything it holds: while it moves, both places. */
    List<Seat> seats() {
        List<Seat> held = running.placement().seats();
        Optional<Placement> to = running.leaving().flatMap(Running.Leaving::to);
        return to.isEmpty() ? held : both(held, to.get().seats());
    }

    private static List<Seat> both(List<Seat> here, List<Seat> there) {
        Map<String, Seat> byNode = new TreeMap<>();
        here.forEach(seat -> byNode.put(seat.node(), seat));
        there.forEach(
                seat ->
                        byNode.merge(
                                seat.node(),
                                seat,
                                (one, other) ->
                                        new Seat(
                                                one.node(),
                                                one.mask() | other.mask(),
                                                one.thousandths())));
        return List.copyOf(byNode.values());
    }

    /** Thousandths of accelerators that count against its team: the larger of what it has and what it will have. */
    int whole() {
        int to = running.leaving().flatMap(Running.Leaving::to).map(Placement::whole).orElse(0);
        return Math.max(running.placement().whole(), to);
    }

    /** When it will be gone at the latest; whoever has passed its estimate is taken to need as long again. */
    long upperEnd(long now) {
        if (leavesForGood()) {
            return Math.max(now, running.leaving().orElseThrow().by().toEpochMilli());
        }
        if (workload().times().span().endless()) {
            return NEVER;
        }
        long end = start() + left(workload().times().span().high());
        return end > now ? end : now + Math.max(1_000, now - start());
    }

    long lowerEnd(long now) {
        if (leavesForGood()) {
            return now;
        }
        return workload().times().span().endless()
                ? NEVER
                : Math.max(now, start() + left(workload().times().span().low()));
    }

    private boolean leavesForGood() {
        return running.leaving().isPresent() && running.leaving().get().to().isEmpty();
    }

    private long left(Duration span) {
        return Math.max(0, span.minus(running.done()).toMillis());
    }

    long start() {
        return running.since().toEpochMilli();
    }

    /**
     * From when on it may be told to stop. Each time that it had to give way doubles its minimum run, until it has
     * kept some work in this attempt: so it gets on, however often it is hit.
     */
    long stoppable(Policy policy) {
        Duration least = workload().manner().minimumRun();
        long minimum = Math.max(least.toMillis(), policy.minimumRun().toMillis());
        boolean progressed = running.saved().filter(at -> at.isAfter(running.since())).isPresent();
        int doublings = progressed ? 0 : Math.min(MOST_DOUBLINGS, running.preempted());
        return start() + (minimum << doublings);
    }

    boolean canGrow() {
        return running.placement().nodes() < form.ask().gang().most();
    }

    /** Whether it can go on with so many nodes less. */
    boolean canLose(int nodes) {
        return form.ask().gang().elastic()
                && running.placement().nodes() - nodes >= form.ask().gang().least();
    }

    /** Milliseconds of work that would be lost if it stopped now. */
    long lost(long now) {
        Optional<Duration> saves = workload().manner().saves();
        if (saves.isEmpty()) {
            return now - start() + running.done().toMillis();
        }
        long since = running.saved().map(Instant::toEpochMilli).orElse(start());
        return Math.min(saves.get().toMillis(), Math.max(0, now - since));
    }
}
