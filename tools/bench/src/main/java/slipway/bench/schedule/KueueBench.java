package slipway.bench.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import slipway.base.Bytes;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The load of Kueue's published baseline on simulated time: five cohorts of six queues with a quota of 20 units each
 * and borrowing up to 100. Only deciding is real; starting and ending take no time here, where Kueue's figure holds a
 * whole control plane. So the comparison is one of decisions: the use of the quota.
 */
public final class KueueBench implements Bench {

    private static final double KUEUE = 351;
    private static final double FLOOR = 66;
    private static final double GOAL = 75;
    private static final int COHORTS = 5;
    private static final int QUEUES = 6;
    private static final int QUOTA = 20;
    private static final int MOST = 100;

    /** Number, size, duration and arrival interval of a class. */
    private record WorkloadClass(String name, int count, int units, int millis, int every) {}

    private static final List<WorkloadClass> CLASSES =
            List.of(
                    new WorkloadClass("small", 350, 1, 200, 100),
                    new WorkloadClass("medium", 100, 5, 500, 500),
                    new WorkloadClass("large", 50, 20, 1_000, 1_200));

    /** An arrival or an end. */
    private record Event(long at, Change change) {}

    @Override
    public String name() {
        return "kueue";
    }

    @Override
    public String summary() {
        return "simulated makespan of Kueue's published baseline load";
    }

    @Override
    public Result run(BenchContext place) {
        long start = System.nanoTime();
        double makespan = 0;
        for (int cohort = 0; cohort < COHORTS; cohort++) {
            double seconds = cohort(cohort) / 1e3;
            place.say("cohort %d: %.1f s", cohort, seconds);
            makespan = Math.max(makespan, seconds);
        }
        double took = (System.nanoTime() - start) / 1e9;
        place.say(
                "simulated %.1f s in %.2f s; floor %.0f s, Kueue %.0f s",
                makespan, took, FLOOR, KUEUE);
        return new Result(
                "kueue",
                new Result.Headline(makespan, "s (simulated)", "<= 75"),
                new Result.Anchor(
                        "Kueue's published 351 s, with a real control plane", makespan / KUEUE),
                makespan <= GOAL,
                Map.of("floor_s", FLOOR, "above_floor", makespan / FLOOR, "seconds_taken", took));
    }

    /** Cohorts share nothing, so each is a separate cluster. Units are accelerators on one large node. */
    private static long cohort(int number) {
        PriorityQueue<Event> events =
                new PriorityQueue<>(
                        Comparator.comparingLong(Event::at)
                                .thenComparing(event -> event.change().toString()));
        for (int queue = 0; queue < QUEUES; queue++) {
            for (WorkloadClass kind : CLASSES) {
                submit(kind, number, queue, events);
            }
        }
        Instant now = SyntheticCluster.START;
        Schedule plan = Scheduler.decide(cluster(), now);
        long last = 0;
        while (!events.isEmpty()) {
            long at = events.peek().at();
            List<Change> changes = new ArrayList<>();
            while (!events.isEmpty() && events.peek().at() == at) {
                changes.add(events.poll().change());
            }
            last = at;
            plan = Scheduler.next(plan, changes, now.plusMillis(at));
            for (Decision decision : plan.actions()) {
                if (decision instanceof Decision.Start(var id, _, _)) {
                    events.add(new Event(at + millis(id), new Change.Ended(id)));
                }
            }
        }
        if (plan.pendingCount() > 0) {
            throw new IllegalStateException(plan.pendingCount() + " were never started");
        }
        return last;
    }

    private static void submit(
            WorkloadClass kind, int cohort, int queue, PriorityQueue<Event> events) {
        for (int each = 0; each < kind.count(); each++) {
            long at = (long) each * kind.every();
            var id = new WorkloadId("c%d-q%d-%s-%d".formatted(cohort, queue, kind.name(), each));
            Duration length = Duration.ofMillis(kind.millis());
            SchedulableWorkload schedulableWorkload =
                    SchedulableWorkload.of(
                            id,
                            team(queue),
                            ResourceRequest.of(1)
                                    .withMachine(new Node.Machine(0, Bytes.ZERO))
                                    .withNodes(kind.units()),
                            SchedulableWorkload.Times.of(
                                    SyntheticCluster.START.plusMillis(at),
                                    RuntimeEstimate.of(
                                            length, length, length, RuntimeEstimate.Source.PLAN)));
            events.add(new Event(at, new Change.Submitted(schedulableWorkload)));
        }
    }

    private static TeamId team(int queue) {
        return new TeamId("queue-" + queue);
    }

    private static long millis(WorkloadId id) {
        return CLASSES.stream()
                .filter(kind -> id.value().contains("-" + kind.name() + "-"))
                .findFirst()
                .orElseThrow()
                .millis();
    }

    private static ClusterSnapshot cluster() {
        List<Node> nodes = new ArrayList<>();
        for (int unit = 0; unit < QUEUES * QUOTA; unit++) {
            nodes.add(
                    Node.of(
                            "u%03d".formatted(unit),
                            Node.Devices.of("unit", 1),
                            new Node.Machine(0, Bytes.ZERO)));
        }
        List<TeamQuotas> teams = new ArrayList<>(List.of(TeamQuotas.of(TeamId.ALL)));
        for (int queue = 0; queue < QUEUES; queue++) {
            teams.add(
                    TeamQuotas.of(team(queue))
                            .withParent(TeamId.ALL)
                            .withQuota("unit", TeamQuotas.Quota.of(QUOTA).withLimit(MOST)));
        }
        SchedulingPolicy schedulingPolicy =
                SchedulingPolicy.DEFAULT
                        .withPreemptionTimes(Duration.ZERO, Duration.ZERO)
                        .withOrder(SchedulingPolicy.Order.FIRST_COME)
                        .preemption(SchedulingPolicy.PreemptionRules.NONE);
        return ClusterSnapshot.of(nodes, teams).withPolicy(schedulingPolicy);
    }
}
