package slipway.plan.serving;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One replica under requests that come at random moments, with continuous batching: a step gives every request that is
 * there its next token; between two steps those that wait are let in, as far as slots and a step's tokens reach, and
 * their prefill makes that step longer. All requests are of one length, so they leave in the order in which they came,
 * and a run of steps in which nobody comes or goes is one event. The moments are the same in every run.
 */
final class BatchingSimulation {

    private static final long SEED = 20_261_116;
    private static final int REQUESTS = 600;

    /** At first nobody is there, which is not how it goes on. */
    private static final int WARMING = 60;

    /** Tokens of prefill in one step, unless one request has more. */
    private static final int TOKENS_OF_A_STEP = 8_192;

    private final ReplicaSpeed replicaSpeed;
    private final ServingGoal.Demand demand;
    private final double[] moments;
    private final double[] first = new double[REQUESTS];
    private final double[] each = new double[REQUESTS];

    private double now;
    private long step;
    private int came;

    /** A request that is being answered. */
    private record Guest(int number, double begun, long ends) {}

    private BatchingSimulation(ReplicaSpeed replicaSpeed, ServingGoal.Demand demand, double rate) {
        this.replicaSpeed = replicaSpeed;
        this.demand = demand;
        this.moments = moments(rate);
    }

    /**
     * What came of it, in seconds.
     *
     * @param present requests at once, in the mean
     */
    record Seen(double first50, double first95, double each50, double each95, double present) {

        boolean keeps(ServingGoal.Goal goal) {
            return first95 <= seconds(goal.first()) && each95 <= seconds(goal.each());
        }

        /** How many times as long as the goal it takes, where it is furthest from it. */
        double over(ServingGoal.Goal goal) {
            return Math.max(first95 / seconds(goal.first()), each95 / seconds(goal.each()));
        }

        private static double seconds(Duration duration) {
            return duration.toNanos() / 1e9;
        }
    }

    /**
     * @param rate of requests a second for this replica
     */
    static Seen of(ReplicaSpeed replicaSpeed, ServingGoal.Demand demand, double rate) {
        return new BatchingSimulation(replicaSpeed, demand, rate).run(rate);
    }

    private static double[] moments(double rate) {
        var random = new SplittableRandom(SEED);
        double[] moments = new double[REQUESTS];
        double at = 0;
        for (int number = 0; number < REQUESTS; number++) {
            at -= Math.log(1 - random.nextDouble()) / rate;
            moments[number] = at;
        }
        return moments;
    }

    private Seen run(double rate) {
        var guests = new ArrayDeque<Guest>();
        while (came < REQUESTS || !guests.isEmpty()) {
            if (guests.isEmpty() && moments[came] > now) {
                now = moments[came];
            }
            int let = let(guests.size());
            if (let > 0) {
                enter(guests, let);
            } else {
                goOn(guests);
            }
            leave(guests);
        }
        double time = mean(first) + (demand.output() - 1) * mean(each);
        return new Seen(
                quantile(first, 0.5),
                quantile(first, 0.95),
                quantile(each, 0.5),
                quantile(each, 0.95),
                rate * time);
    }

    /** How many of those that wait may come in now. */
    private int let(int present) {
        int most = Math.max(1, TOKENS_OF_A_STEP / demand.input());
        int let = 0;
        while (let < most
                && present + let < replicaSpeed.slots()
                && came + let < REQUESTS
                && moments[came + let] <= now) {
            let++;
        }
        return let;
    }

    private void enter(ArrayDeque<Guest> guests, int let) {
        int present = guests.size();
        double begun = now;
        now += replicaSpeed.entering(present, let);
        // Decoding goes on before those who were let in have their first token, not after.
        double there = Math.max(now, begun + let * replicaSpeed.prefill());
        step++;
        for (int at = 0; at < let; at++) {
            first[came] = there - moments[came] + replicaSpeed.fixed();
            guests.add(new Guest(came, now, step + demand.output() - 1));
            came++;
        }
    }

    /** Steps in which nobody comes or goes. */
    private void goOn(ArrayDeque<Guest> guests) {
        double one = replicaSpeed.step(guests.size());
        long untilSomebodyGoes = guests.getFirst().ends - step;
        boolean full = guests.size() == replicaSpeed.slots() || came == REQUESTS;
        long untilSomebodyComes =
                full ? untilSomebodyGoes : (long) Math.ceil((moments[came] - now) / one);
        long steps = Math.clamp(untilSomebodyComes, 1, Math.max(1, untilSomebodyGoes));
        now += steps * one;
        step += steps;
    }

    private void leave(ArrayDeque<Guest> guests) {
        while (!guests.isEmpty() && guests.getFirst().ends <= step) {
            Guest guest = guests.removeFirst();
            each[guest.number] = (now - guest.begun) / Math.max(1, demand.output() - 1);
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values, WARMING, REQUESTS).average().orElseThrow();
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = Arrays.copyOfRange(values, WARMING, REQUESTS);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1.0, Math.ceil(share * sorted.length) - 1)];
    }
}
