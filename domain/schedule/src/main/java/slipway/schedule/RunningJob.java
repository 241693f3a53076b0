package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;

/** Somebody who runs, as the board keeps it. */
final class RunningJob {

    static final long NEVER = Long.MAX_VALUE / 4;

    /** The longest minimum run that having been preempted again and again gives. */
    private static final int MOST_DOUBLINGS = 6;

    final RequestClass form;
    final TeamShare team;
    final String type;
    private RunningWorkload runningWorkload;

    // Kept at hand, because sorting asks for them again and again, and what is far away in memory
    // is slow; times in
    // milliseconds.
    private long rank;
    private int priority;
    private String id = "";
    private long start;
    private long minimum;
    private long high;
    private long low;
    private int whole;
    private int givesUp;
    private boolean leaving;
    private boolean seated = true;
    private boolean endless;

    RunningJob(
            RunningWorkload runningWorkload,
            RequestClass requestClass,
            TeamShare team,
            String type) {
        this.form = requestClass;
        this.team = team;
        this.type = type;
        becomes(runningWorkload);
    }

    RunningWorkload running() {
        return runningWorkload;
    }

    SchedulableWorkload workload() {
        return runningWorkload.workload();
    }

    String id() {
        return id;
    }

    final void becomes(RunningWorkload other) {
        runningWorkload = other;
        rank = other.workload().rank();
        priority = other.workload().attributes().priority().level();
        id = other.id().value();
        start = other.since().toEpochMilli();
        minimum = other.workload().attributes().minimumRun().toMillis();
        high = left(other.workload().times().runtime().high());
        low = left(other.workload().times().runtime().low());
        endless = other.workload().times().runtime().isEndless();
        Optional<RunningWorkload.Departure> told = other.departure();
        leaving = told.isPresent();
        int here = other.placement().totalThousandths();
        int there =
                told.flatMap(RunningWorkload.Departure::to)
                        .map(Placement::totalThousandths)
                        .orElse(0);
        whole = Math.max(here, there);
        givesUp = told.isPresent() ? whole - there : 0;
    }

    /** The highest priority, then the oldest, goes first. */
    int keepsBefore(RunningJob other) {
        int order = Integer.compare(other.priority, priority);
        if (order == 0) {
            order = Long.compare(start, other.start);
        }
        return order != 0 ? order : id.compareTo(other.id);
    }

    /** Who has longest to go, first. */
    int outlasts(RunningJob other) {
        int order = Long.compare(other.rank, rank);
        return order != 0 ? order : id.compareTo(other.id);
    }

    /** It has gone: what still knows it must not count it. */
    void unseated() {
        seated = false;
    }

    boolean seated() {
        return seated;
    }

    long rank() {
        return rank;
    }

    int priority() {
        return priority;
    }

    boolean leaving() {
        return leaving;
    }

    /** Everything it holds: while it moves, both places. */
    List<NodeAllocation> seats() {
        List<NodeAllocation> held = runningWorkload.placement().seats();
        if (!leaving) {
            return held;
        }
        Optional<Placement> to = runningWorkload.departure().flatMap(RunningWorkload.Departure::to);
        return to.isEmpty() ? held : both(held, to.get().seats());
    }

    private static List<NodeAllocation> both(
            List<NodeAllocation> here, List<NodeAllocation> there) {
        Map<String, NodeAllocation> byNode = new TreeMap<>();
        here.forEach(seat -> byNode.put(seat.node(), seat));
        there.forEach(
                seat ->
                        byNode.merge(
                                seat.node(),
                                seat,
                                (one, other) ->
                                        new NodeAllocation(
                                                one.node(),
                                                one.mask() | other.mask(),
                                                one.thousandths())));
        return List.copyOf(byNode.values());
    }

    /** Thousandths of accelerators that count against its team: the larger of what it has and what it will have. */
    int whole() {
        return whole;
    }

    /** Of that, what it was told to give up. */
    int givesUp() {
        return givesUp;
    }

    /** Whether it was told to go from this node. */
    boolean leaves(NodeState nodeState) {
        return leaving
                && runningWorkload.departure().orElseThrow().to().stream()
                        .noneMatch(to -> isOn(to, nodeState));
    }

    /** Thousandths of this accelerator that it has. */
    int on(NodeState nodeState, int device) {
        for (NodeAllocation seat : seats()) {
            if (seat.node().equals(nodeState.node.name()) && (seat.mask() >> device & 1) != 0) {
                return seat.thousandths();
            }
        }
        return 0;
    }

    private static boolean isOn(Placement placement, NodeState nodeState) {
        return placement.seats().stream()
                .anyMatch(seat -> seat.node().equals(nodeState.node.name()));
    }

    /**
     * When it will be gone from this node at the latest; whoever has passed its estimate is taken to need as long
     * again.
     */
    long upperEnd(NodeState nodeState, long now) {
        if (leaves(nodeState)) {
            return Math.max(now, runningWorkload.departure().orElseThrow().by().toEpochMilli());
        }
        if (endless) {
            return NEVER;
        }
        long end = start + high;
        return end > now ? end : now + Math.max(1_000, now - start);
    }

    /** Where its estimate ends, whether that is past or not. */
    long plannedEnd() {
        return endless ? NEVER : start + high;
    }

    /** The same of its lower end. */
    long plannedLowerEnd() {
        return endless ? NEVER : start + low;
    }

    long lowerEnd(NodeState nodeState, long now) {
        if (leaves(nodeState)) {
            return now;
        }
        return endless ? NEVER : Math.max(now, start + low);
    }

    private long left(Duration span) {
        return Math.max(0, span.minus(runningWorkload.retainedWork()).toMillis());
    }

    long start() {
        return start;
    }

    /**
     * From when on it may be told to stop. Each time that it had to give way doubles its minimum run, until it has
     * kept some work in this attempt: so it gets on, however often it is hit.
     */
    long stoppable(SchedulingPolicy schedulingPolicy) {
        long least = Math.max(minimum, schedulingPolicy.minimumRun().toMillis());
        boolean progressed =
                runningWorkload
                        .lastCheckpoint()
                        .filter(at -> at.isAfter(runningWorkload.since()))
                        .isPresent();
        int doublings = progressed ? 0 : Math.min(MOST_DOUBLINGS, runningWorkload.preemptions());
        return start + (least << doublings);
    }

    /** A service has no end that somebody else's could be nearer than, and takes from jobs itself. */
    boolean canBeOvertaken() {
        return workload().attributes().checkpoints() && !workload().isService();
    }

    boolean canGrow() {
        return runningWorkload.placement().nodes() < form.ask().gang().maxNodes();
    }

    /** Whether it can go on with so many nodes less. */
    boolean canLose(int nodes) {
        return form.ask().gang().isElastic()
                && runningWorkload.placement().nodes() - nodes >= form.ask().gang().minNodes();
    }

    /** Milliseconds of work that would be lost if it stopped now. */
    long lost(long now) {
        Optional<Duration> saves = workload().attributes().checkpointInterval();
        if (saves.isEmpty()) {
            return now - start() + runningWorkload.retainedWork().toMillis();
        }
        long since = runningWorkload.lastCheckpoint().map(Instant::toEpochMilli).orElse(start());
        return Math.min(saves.get().toMillis(), Math.max(0, now - since));
    }

    /**
     * Those of a team that can be overtaken, who has longest to go first. They lie in drawers of nearly the same
     * rank, and a drawer is put in order only when somebody looks through it: every start adds to them, while hardly
     * anybody asks beyond the first few. Who has gone is struck off, and cleared away when half of them have.
     */
    static final class Longest {

        /** Drawers for each doubling of the rank, as a power of two. */
        private static final int FINENESS = 3;

        private final NavigableMap<Integer, Drawer> drawers =
                new TreeMap<>(Comparator.reverseOrder());
        private int size;
        private int struck;

        void add(RunningJob runningJob) {
            if (runningJob.canBeOvertaken()) {
                drawers.computeIfAbsent(number(runningJob.rank()), _ -> new Drawer())
                        .add(runningJob);
                size++;
            }
        }

        /** Before its rank changes. */
        void remove(RunningJob runningJob) {
            Drawer drawer = drawers.get(number(runningJob.rank()));
            if (drawer != null && drawer.tenants.remove(runningJob)) {
                size--;
            }
        }

        /** It has gone. */
        void strike(RunningJob runningJob) {
            struck += runningJob.canBeOvertaken() ? 1 : 0;
            if (struck > size / 2) {
                drawers.values().forEach(Drawer::clear);
                drawers.values().removeIf(drawer -> drawer.tenants.isEmpty());
                size -= struck;
                struck = 0;
            }
        }

        /** Whether somebody has longer to go than this. */
        boolean reach(long rank) {
            Collection<Drawer> upTo = drawers.headMap(number(rank), true).values();
            for (Drawer drawer : upTo) {
                if (drawer.reaches(rank)) {
                    return true;
                }
            }
            return false;
        }

        /** Some of them may have gone. */
        Iterable<RunningJob> inOrder() {
            return () ->
                    drawers.values().stream()
                            .flatMap(drawer -> drawer.sorted().stream())
                            .iterator();
        }

        /** Grows with the rank, and in steps that grow with it. */
        private static int number(long rank) {
            int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, rank));
            int shift = Math.max(0, bits - 1 - FINENESS);
            return (shift << (FINENESS + 1)) + (int) (Math.max(0, rank) >> shift);
        }

        private static final class Drawer {

            private final List<RunningJob> tenants = new ArrayList<>();
            private boolean sorted;

            void add(RunningJob runningJob) {
                tenants.add(runningJob);
                sorted = false;
            }

            void clear() {
                tenants.removeIf(each -> !each.seated());
            }

            boolean reaches(long rank) {
                for (RunningJob each : tenants) {
                    if (each.rank() > rank && each.seated()) {
                        return true;
                    }
                }
                return false;
            }

            List<RunningJob> sorted() {
                if (!sorted) {
                    tenants.sort(RunningJob::outlasts);
                    sorted = true;
                }
                return tenants;
            }
        }
    }
}
