package slipway.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.simulate.SimulatedJob.State;

/** Computes the result of a replay from its jobs. */
final class ResultBuilder {

    private static final double HOUR = 3_600_000.0;
    private static final double WHOLE = 1_000.0;

    private ResultBuilder() {}

    static SimulationResult of(
            Scenario scenario,
            List<SimulatedJob> jobs,
            long capacity,
            SimulationMeter simulationMeter) {
        Map<TeamId, List<SimulatedJob>> byTeam = new TreeMap<>();
        jobs.forEach(
                simulatedJob ->
                        byTeam.computeIfAbsent(simulatedJob.job.team(), _ -> new ArrayList<>())
                                .add(simulatedJob));
        List<SimulationResult.TeamResult> teams = new ArrayList<>();
        byTeam.forEach((team, teamJobs) -> teams.add(teamResult(team, teamJobs)));
        return new SimulationResult(
                jobs(jobs),
                simulationMeter.events(),
                Distribution.of(finished(jobs).stream().mapToLong(ResultBuilder::jct).toArray()),
                Distribution.of(finished(jobs).stream().mapToLong(ResultBuilder::waited).toArray()),
                use(scenario, jobs, capacity),
                teams,
                simulationMeter.curves(),
                Map.of());
    }

    /** Combines scenarios that were replayed separately, as if they were one cluster. */
    static SimulationResult combine(List<SimulationResult> all) {
        SimulationResult first = all.getFirst();
        SimulationResult.Jobs jobs = first.jobs();
        SimulationResult.Events events = first.events();
        SimulationResult.Use use = first.use();
        List<SimulationResult.TeamResult> teams = new ArrayList<>(first.teams());
        for (SimulationResult more : all.subList(1, all.size())) {
            jobs = jobs.plus(more.jobs());
            events = events.plus(more.events());
            use = use.plus(more.use());
            teams.addAll(more.teams());
        }
        teams.sort(Comparator.comparing(SimulationResult.TeamResult::team));
        return new SimulationResult(
                jobs,
                events,
                Distribution.together(all.stream().map(SimulationResult::jct).toList()),
                Distribution.together(all.stream().map(SimulationResult::waitTimes).toList()),
                use,
                teams,
                TimeAverages.sum(all.stream().map(SimulationResult::curves).toList()),
                Map.of());
    }

    private static List<SimulatedJob> finished(List<SimulatedJob> jobs) {
        return jobs.stream()
                .filter(simulatedJob -> simulatedJob.state() == State.FINISHED)
                .toList();
    }

    private static int count(List<SimulatedJob> jobs, State state) {
        return (int) jobs.stream().filter(simulatedJob -> simulatedJob.state() == state).count();
    }

    private static SimulationResult.Jobs jobs(List<SimulatedJob> jobs) {
        int finished = count(jobs, State.FINISHED);
        int givenUp = count(jobs, State.ABANDONED);
        return new SimulationResult.Jobs(
                jobs.size(),
                finished,
                givenUp,
                jobs.size() - finished - givenUp,
                (int) jobs.stream().filter(it -> it.job.recorded().deadline().isPresent()).count(),
                (int) finished(jobs).stream().filter(ResultBuilder::met).count());
    }

    private static boolean met(SimulatedJob simulatedJob) {
        return simulatedJob
                .job
                .recorded()
                .deadline()
                .filter(due -> simulatedJob.ended() <= due.toEpochMilli())
                .isPresent();
    }

    private static SimulationResult.Use use(
            Scenario scenario, List<SimulatedJob> jobs, long capacity) {
        Instant from = scenario.jobs().getFirst().submitted();
        long until = jobs.stream().mapToLong(SimulatedJob::ended).max().orElse(0);
        return new SimulationResult.Use(
                capacity,
                jobs.stream().mapToDouble(SimulatedJob::used).sum() / WHOLE / HOUR,
                jobs.stream()
                                .mapToDouble(
                                        it -> it.lostWork() * (double) it.job.totalThousandths())
                                .sum()
                        / WHOLE
                        / HOUR,
                from,
                Instant.ofEpochMilli(Math.max(until, from.toEpochMilli())));
    }

    private static SimulationResult.TeamResult teamResult(
            TeamId team, List<SimulatedJob> teamJobs) {
        List<SimulatedJob> finished = finished(teamJobs);
        return new SimulationResult.TeamResult(
                team.value(),
                teamJobs.size(),
                teamJobs.stream().mapToDouble(SimulatedJob::used).sum() / WHOLE / HOUR,
                finished.stream().mapToLong(ResultBuilder::jct).average().orElse(0) / 1_000,
                finished.stream().mapToLong(ResultBuilder::waited).average().orElse(0) / 1_000,
                median(finished.stream().mapToDouble(ResultBuilder::slowdown).sorted().toArray()));
    }

    private static double median(double[] sorted) {
        return sorted.length == 0 ? 1 : sorted[(sorted.length - 1) / 2];
    }

    private static long jct(SimulatedJob simulatedJob) {
        return simulatedJob.ended() - simulatedJob.job.submitted().toEpochMilli();
    }

    private static long waited(SimulatedJob simulatedJob) {
        return Math.max(0, jct(simulatedJob) - simulatedJob.ranMillis());
    }

    private static double slowdown(SimulatedJob simulatedJob) {
        return Math.max(1, jct(simulatedJob) / (double) simulatedJob.job.duration().toMillis());
    }
}
