package slipway.plan.serving;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Simulates one replica under random arrivals with continuous batching. A step gives each active request its next
 * token; between two steps waiting requests are admitted, limited by slots and by the prefill tokens of a step, and
 * their prefill lengthens that step. All requests have one length, so they finish in order of arrival, and a run of
 * steps without arrival or completion is one event. The arrivals are the same in every run.
 */
final class BatchingSimulation {

    private static final long SEED = 20_261_116;
    private static final int REQUESTS = 600;

    /** Requests that are discarded, since the replica starts empty. */
    private static final int WARM_UP_REQUESTS = 60;

    /** Prefill tokens of one step, unless one request has more. */
    private static final int PREFILL_TOKENS_PER_STEP = 8_192;

    private final ReplicaSpeed replicaSpeed;
    private final ServingGoal.Demand demand;
    private final double[] arrivals;
    private final double[] ttft = new double[REQUESTS];
    private final double[] tpot = new double[REQUESTS];

    private double now;
    private long step;
    private int arrived;

    /** A request that is being answered. */
    private record ActiveRequest(int number, double startedAt, long lastStep) {}

    private BatchingSimulation(ReplicaSpeed replicaSpeed, ServingGoal.Demand demand, double rate) {
        this.replicaSpeed = replicaSpeed;
        this.demand = demand;
        this.arrivals = arrivals(rate);
    }

    /**
     * Observed latencies of the simulation, in seconds.
     *
     * @param concurrency mean number of concurrent requests
     */
    record Observed(
            double ttftP50, double ttftP95, double tpotP50, double tpotP95, double concurrency) {

        boolean meets(ServingGoal.LatencyGoal goal) {
            return ttftP95 <= seconds(goal.ttft()) && tpotP95 <= seconds(goal.tpot());
        }

        /** The larger of both latencies relative to its goal. */
        double excess(ServingGoal.LatencyGoal goal) {
            return Math.max(ttftP95 / seconds(goal.ttft()), tpotP95 / seconds(goal.tpot()));
        }

        private static double seconds(Duration duration) {
            return duration.toNanos() / 1e9;
        }
    }

    /**
     * @param rate requests per second for this replica
     */
    static Observed of(ReplicaSpeed replicaSpeed, ServingGoal.Demand demand, double rate) {
        return new BatchingSimulation(replicaSpeed, demand, rate).simulate(rate);
    }

    private static double[] arrivals(double rate) {
        var random = new SplittableRandom(SEED);
        double[] arrivals = new double[REQUESTS];
        double at = 0;
        for (int number = 0; number < REQUESTS; number++) {
            at -= Math.log(1 - random.nextDouble()) / rate;
            arrivals[number] = at;
        }
        return arrivals;
    }

    private Observed simulate(double rate) {
        var active = new ArrayDeque<ActiveRequest>();
        while (arrived < REQUESTS || !active.isEmpty()) {
            if (active.isEmpty() && arrivals[arrived] > now) {
                now = arrivals[arrived];
            }
            int admitted = admissible(active.size());
            if (admitted > 0) {
                admit(active, admitted);
            } else {
                decode(active);
            }
            finish(active);
        }
        double time = mean(ttft) + (demand.output() - 1) * mean(tpot);
        return new Observed(
                quantile(ttft, 0.5),
                quantile(ttft, 0.95),
                quantile(tpot, 0.5),
                quantile(tpot, 0.95),
                rate * time);
    }

    /** The number of waiting requests that can be admitted now. */
    private int admissible(int present) {
        int most = Math.max(1, PREFILL_TOKENS_PER_STEP / demand.input());
        int admitted = 0;
        while (admitted < most
                && present + admitted < replicaSpeed.slots()
                && arrived + admitted < REQUESTS
                && arrivals[arrived + admitted] <= now) {
            admitted++;
        }
        return admitted;
    }

    private void admit(ArrayDeque<ActiveRequest> active, int admitted) {
        int present = active.size();
        double begun = now;
        now += replicaSpeed.stepWithPrefill(present, admitted);
        // Active requests decode before the admitted ones have their first token.
        double ready = Math.max(now, begun + admitted * replicaSpeed.prefill());
        step++;
        for (int at = 0; at < admitted; at++) {
            ttft[arrived] = ready - arrivals[arrived] + replicaSpeed.fixedDelay();
            active.add(new ActiveRequest(arrived, now, step + demand.output() - 1));
            arrived++;
        }
    }

    /** Runs steps until the next arrival or completion. */
    private void decode(ArrayDeque<ActiveRequest> active) {
        double one = replicaSpeed.decodeStep(active.size());
        long untilCompletion = active.getFirst().lastStep - step;
        boolean full = active.size() == replicaSpeed.slots() || arrived == REQUESTS;
        long untilArrival =
                full ? untilCompletion : (long) Math.ceil((arrivals[arrived] - now) / one);
        long steps = Math.clamp(untilArrival, 1, Math.max(1, untilCompletion));
        now += steps * one;
        step += steps;
    }

    private void finish(ArrayDeque<ActiveRequest> active) {
        while (!active.isEmpty() && active.getFirst().lastStep <= step) {
            ActiveRequest request = active.removeFirst();
            tpot[request.number] = (now - request.startedAt) / Math.max(1, demand.output() - 1);
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values, WARM_UP_REQUESTS, REQUESTS).average().orElseThrow();
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = Arrays.copyOfRange(values, WARM_UP_REQUESTS, REQUESTS);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1.0, Math.ceil(share * sorted.length) - 1)];
    }
}
