package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a replay.
 *
 * @param jobs the outcome of the jobs
 * @param events what happened to jobs and nodes
 * @param jct job completion time: from submission to the end, of finished jobs
 * @param waitTimes the part of it without a placement
 * @param teams results by team, in the order of their names
 * @param dropped the jobs of the trace that were excluded, by reason
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
     * @param all the replayed jobs
     * @param abandoned lost with their nodes too often
     * @param unfinished still pending when nothing more could happen
     * @param withDeadline jobs with a deadline
     * @param deadlinesMet of these, finished in time
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
     * The use of the accelerators.
     *
     * @param capacity thousandths of accelerators in total
     * @param used accelerator-hours that jobs used
     * @param lost of these, work that was lost or repeated
     * @param from the first submission
     * @param until the last end
     */
    public record Use(long capacity, double used, double lost, Instant from, Instant until) {

        public Duration makespan() {
            return Duration.between(from, until);
        }

        /** The part of all accelerators that jobs used, from the first submission to the last end. */
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
     * The result of one team.
     *
     * @param used accelerator-hours
     * @param meanJct in seconds
     * @param meanWait in seconds
     * @param slowdown the median of completion time divided by runtime
     */
    public record TeamResult(
            String team, int jobs, double used, double meanJct, double meanWait, double slowdown) {}

    SimulationResult withDropped(Map<String, Integer> other) {
        return new SimulationResult(jobs, events, jct, waitTimes, use, teams, curves, other);
    }

    /**
     * Jain's fairness index of the teams' slowdowns: 1 if all are equal, 1/n if one team has it all. Teams without
     * finished jobs do not count.
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
