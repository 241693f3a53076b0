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

/** A running job in the cluster index. */
final class RunningJob {

    static final long NEVER = Long.MAX_VALUE / 4;

    /** How often preemption can double the minimum run. */
    private static final int MAX_DOUBLINGS = 6;

    final RequestClass requestClass;
    final TeamShare team;
    final String type;
    private RunningWorkload runningWorkload;

    // Copied because sorting reads them often and following references is slow; times in
    // milliseconds.
    private long rank;
    private int priority;
    private String id = "";
    private long start;
    private long minimumRun;
    private long remainingHigh;
    private long remainingLow;
    private int thousandths;
    private int releasing;
    private boolean departing;
    private boolean placed = true;
    private boolean endless;

    RunningJob(
            RunningWorkload runningWorkload,
            RequestClass requestClass,
            TeamShare team,
            String type) {
        this.requestClass = requestClass;
        this.team = team;
        this.type = type;
        update(runningWorkload);
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

    final void update(RunningWorkload other) {
        runningWorkload = other;
        rank = other.workload().rank();
        priority = other.workload().attributes().priority().level();
        id = other.id().value();
        start = other.since().toEpochMilli();
        minimumRun = other.workload().attributes().minimumRun().toMillis();
        remainingHigh = remaining(other.workload().times().runtime().high());
        remainingLow = remaining(other.workload().times().runtime().low());
        endless = other.workload().times().runtime().isEndless();
        Optional<RunningWorkload.Departure> departure = other.departure();
        departing = departure.isPresent();
        int current = other.placement().totalThousandths();
        int target =
                departure
                        .flatMap(RunningWorkload.Departure::to)
                        .map(Placement::totalThousandths)
                        .orElse(0);
        thousandths = Math.max(current, target);
        releasing = departure.isPresent() ? thousandths - target : 0;
    }

    /** Retention order: the highest priority first, then the oldest. */
    int compareRetention(RunningJob other) {
        int order = Integer.compare(other.priority, priority);
        if (order == 0) {
            order = Long.compare(start, other.start);
        }
        return order != 0 ? order : id.compareTo(other.id);
    }

    /** The longest remaining runtime first. */
    int compareByRank(RunningJob other) {
        int order = Long.compare(other.rank, rank);
        return order != 0 ? order : id.compareTo(other.id);
    }

    /** It has left; indexes that still hold it must skip it. */
    void markRemoved() {
        placed = false;
    }

    boolean placed() {
        return placed;
    }

    long rank() {
        return rank;
    }

    int priority() {
        return priority;
    }

    boolean departing() {
        return departing;
    }

    /** All its accelerators: during a move, those of both placements. */
    List<NodeAllocation> allocations() {
        List<NodeAllocation> current = runningWorkload.placement().seats();
        if (!departing) {
            return current;
        }
        Optional<Placement> to = runningWorkload.departure().flatMap(RunningWorkload.Departure::to);
        return to.isEmpty() ? current : union(current, to.get().seats());
    }

    private static List<NodeAllocation> union(
            List<NodeAllocation> current, List<NodeAllocation> target) {
        Map<String, NodeAllocation> byNode = new TreeMap<>();
        current.forEach(allocation -> byNode.put(allocation.node(), allocation));
        target.forEach(
                allocation ->
                        byNode.merge(
                                allocation.node(),
                                allocation,
                                (one, other) ->
                                        new NodeAllocation(
                                                one.node(),
                                                one.mask() | other.mask(),
                                                one.thousandths())));
        return List.copyOf(byNode.values());
    }

    /** Thousandths of accelerators that count against its team: the larger of current and next placement. */
    int thousandths() {
        return thousandths;
    }

    /** The part of them that its departure releases. */
    int releasing() {
        return releasing;
    }

    /** Whether it departs from this node. */
    boolean departsFrom(NodeState nodeState) {
        return departing
                && runningWorkload.departure().orElseThrow().to().stream()
                        .noneMatch(to -> isOn(to, nodeState));
    }

    /** Thousandths of this accelerator that it uses. */
    int thousandthsOn(NodeState nodeState, int device) {
        for (NodeAllocation allocation : allocations()) {
            if (allocation.node().equals(nodeState.node.name())
                    && (allocation.mask() >> device & 1) != 0) {
                return allocation.thousandths();
            }
        }
        return 0;
    }

    private static boolean isOn(Placement placement, NodeState nodeState) {
        return placement.seats().stream()
                .anyMatch(allocation -> allocation.node().equals(nodeState.node.name()));
    }

    /**
     * When it will have left this node at the latest; a job that has outlived its estimate is expected to need as long
     * again.
     */
    long latestEnd(NodeState nodeState, long now) {
        if (departsFrom(nodeState)) {
            return Math.max(now, runningWorkload.departure().orElseThrow().by().toEpochMilli());
        }
        if (endless) {
            return NEVER;
        }
        long end = start + remainingHigh;
        return end > now ? end : now + Math.max(1_000, now - start);
    }

    /** The high end of its estimate, even if it has passed. */
    long plannedLatestEnd() {
        return endless ? NEVER : start + remainingHigh;
    }

    /** The low end of its estimate, even if it has passed. */
    long plannedEarliestEnd() {
        return endless ? NEVER : start + remainingLow;
    }

    long earliestEnd(NodeState nodeState, long now) {
        if (departsFrom(nodeState)) {
            return now;
        }
        return endless ? NEVER : Math.max(now, start + remainingLow);
    }

    private long remaining(Duration span) {
        return Math.max(0, span.minus(runningWorkload.retainedWork()).toMillis());
    }

    long start() {
        return start;
    }

    /**
     * When it may be preempted. Each preemption doubles its minimum run until it has made a checkpoint in this attempt,
     * so that it makes progress however often it is preempted.
     */
    long preemptibleFrom(SchedulingPolicy schedulingPolicy) {
        long least = Math.max(minimumRun, schedulingPolicy.minimumRun().toMillis());
        boolean progressed =
                runningWorkload
                        .lastCheckpoint()
                        .filter(at -> at.isAfter(runningWorkload.since()))
                        .isPresent();
        int doublings = progressed ? 0 : Math.min(MAX_DOUBLINGS, runningWorkload.preemptions());
        return start + (least << doublings);
    }

    /** A service has no end to compare, and preempts jobs itself. */
    boolean canBeOvertaken() {
        return workload().attributes().checkpoints() && !workload().isService();
    }

    boolean canGrow() {
        return runningWorkload.placement().nodes() < requestClass.request().gang().maxNodes();
    }

    /** Whether it can continue with this many nodes less. */
    boolean canShrinkBy(int nodes) {
        return requestClass.request().gang().isElastic()
                && runningWorkload.placement().nodes() - nodes
                        >= requestClass.request().gang().minNodes();
    }

    /** Milliseconds of work that preemption would lose now. */
    long lostWork(long now) {
        Optional<Duration> saves = workload().attributes().checkpointInterval();
        if (saves.isEmpty()) {
            return now - start() + runningWorkload.retainedWork().toMillis();
        }
        long since = runningWorkload.lastCheckpoint().map(Instant::toEpochMilli).orElse(start());
        return Math.min(saves.get().toMillis(), Math.max(0, now - since));
    }

    /**
     * The running jobs of a team that can be overtaken, longest remaining runtime first. They lie in buckets of similar
     * rank, and a bucket is sorted only when it is read: every start adds a job, while reads rarely go beyond the first
     * few. Jobs that ended are only marked, and removed when they are half of all.
     */
    static final class LongestFirst {

        /** Buckets for each doubling of the rank, as a power of two. */
        private static final int PRECISION = 3;

        private final NavigableMap<Integer, Bucket> buckets =
                new TreeMap<>(Comparator.reverseOrder());
        private int size;
        private int removed;

        void add(RunningJob runningJob) {
            if (runningJob.canBeOvertaken()) {
                buckets.computeIfAbsent(bucketOf(runningJob.rank()), _ -> new Bucket())
                        .add(runningJob);
                size++;
            }
        }

        /** Call before its rank changes. */
        void remove(RunningJob runningJob) {
            Bucket bucket = buckets.get(bucketOf(runningJob.rank()));
            if (bucket != null && bucket.jobs.remove(runningJob)) {
                size--;
            }
        }

        /** Call when it has ended. */
        void markRemoved(RunningJob runningJob) {
            removed += runningJob.canBeOvertaken() ? 1 : 0;
            if (removed > size / 2) {
                buckets.values().forEach(Bucket::dropRemoved);
                buckets.values().removeIf(bucket -> bucket.jobs.isEmpty());
                size -= removed;
                removed = 0;
            }
        }

        /** Whether a job has a longer remaining runtime than this rank. */
        boolean anyLongerThan(long rank) {
            Collection<Bucket> upTo = buckets.headMap(bucketOf(rank), true).values();
            for (Bucket bucket : upTo) {
                if (bucket.anyLongerThan(rank)) {
                    return true;
                }
            }
            return false;
        }

        /** In order; may contain jobs that have ended. */
        Iterable<RunningJob> inOrder() {
            return () ->
                    buckets.values().stream()
                            .flatMap(bucket -> bucket.sorted().stream())
                            .iterator();
        }

        /** Grows with the rank, in steps that grow with it. */
        private static int bucketOf(long rank) {
            int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, rank));
            int shift = Math.max(0, bits - 1 - PRECISION);
            return (shift << (PRECISION + 1)) + (int) (Math.max(0, rank) >> shift);
        }

        private static final class Bucket {

            private final List<RunningJob> jobs = new ArrayList<>();
            private boolean sorted;

            void add(RunningJob runningJob) {
                jobs.add(runningJob);
                sorted = false;
            }

            void dropRemoved() {
                jobs.removeIf(each -> !each.placed());
            }

            boolean anyLongerThan(long rank) {
                for (RunningJob each : jobs) {
                    if (each.rank() > rank && each.placed()) {
                        return true;
                    }
                }
                return false;
            }

            List<RunningJob> sorted() {
                if (!sorted) {
                    jobs.sort(RunningJob::compareByRank);
                    sorted = true;
                }
                return jobs;
            }
        }
    }
}
