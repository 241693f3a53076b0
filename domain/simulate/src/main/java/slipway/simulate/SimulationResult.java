package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a replay.
 *
 * @param jobs what became of them
 * @param events what happened to them and to nodes
 * @param jct from submission to the end, of those that ended
 * @param waitTimes of that, the time without a place
 * @param teams each with its own figures, in the order of their names
 * @param dropped what of the trace was left out, by reason
 */
public record SimulationResult(
        Jobs jobs,
        Events events,
        Distribution jct,
        Distribution waitTimes,
        Use use,
        List<TeamResult> teams,
        TimeAverages curves,
        Map<String, Integer> dropped) {

    public SimulationResult {
        teams = List.copyOf(teams);
        dropped = Map.copyOf(new TreeMap<>(dropped));
    }

    /**
     * @param all those that were replayed
     * @param abandoned lost with their nodes too often
     * @param unfinished still waiting when nothing more could happen
     * @param withDeadline those with a deadline
     * @param deadlinesMet of these, ready in time
     */
    public record Jobs(
            int all,
            int finished,
            int abandoned,
            int unfinished,
            int withDeadline,
            int deadlinesMet) {

        Jobs plus(Jobs more) {
            return new Jobs(
                    all + more.all,
                    finished + more.finished,
                    abandoned + more.abandoned,
                    unfinished + more.unfinished,
                    withDeadline + more.withDeadline,
                    deadlinesMet + more.deadlinesMet);
        }
    }

    public record Events(int preemptions, int migrations, int resizes, int failures, int reclaims) {

        Events plus(Events more) {
            return new Events(
                    preemptions + more.preemptions,
                    migrations + more.migrations,
                    resizes + more.resizes,
                    failures + more.failures,
                    reclaims + more.reclaims);
        }
    }

    /**
     * What became of the accelerators.
     *
     * @param capacity thousandths of accelerators there are
     * @param used accelerator-hours that jobs had
     * @param lost of these, work that was lost or done again
     * @param from the first submission
     * @param until the last end
     */
    public record Use(long capacity, double used, double lost, Instant from, Instant until) {

        public Duration makespan() {
            return Duration.between(from, until);
        }

        /** The part of all accelerators that jobs had, from the first submission to the last end. */
        public double utilization() {
            double all = capacity / 1_000.0 * makespan().toMillis() / 3_600_000.0;
            return all > 0 ? used / all : 0;
        }

        Use plus(Use more) {
            return new Use(
                    capacity + more.capacity,
                    used + more.used,
                    lost + more.lost,
                    from.isBefore(more.from) ? from : more.from,
                    until.isAfter(more.until) ? until : more.until);
        }
    }

    /**
     * One team's part.
     *
     * @param used accelerator-hours
     * @param meanJct in seconds
     * @param meanWait in seconds
     * @param slowdown the median of how many times longer a job took than it would have alone
     */
    public record TeamResult(
            String team, int jobs, double used, double meanJct, double meanWait, double slowdown) {}

    SimulationResult withDropped(Map<String, Integer> other) {
        return new SimulationResult(jobs, events, jct, waitTimes, use, teams, curves, other);
    }

    /**
     * How evenly the teams waited, after Jain: 1 where all had the same slowdown, 1/n where one had it all. Of teams
     * that finished nothing nothing is said.
     */
    public double fairness() {
        double[] slow =
                teams.stream()
                        .filter(it -> it.jobs > 0)
                        .mapToDouble(TeamResult::slowdown)
                        .toArray();
        double sum = 0;
        double squares = 0;
        for (double each : slow) {
            sum += each;
            squares += each * each;
        }
        return squares == 0 ? 1 : sum * sum / (slow.length * squares);
    }
}
