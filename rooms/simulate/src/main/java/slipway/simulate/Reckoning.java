package slipway.simulate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.simulate.Course.State;

/** Makes a result of how all jobs fared. */
final class Reckoning {

    private static final double HOUR = 3_600_000.0;
    private static final double WHOLE = 1_000.0;

    private Reckoning() {}

    static Result of(
            Scenario scenario, List<Course> courses, long capacity, Meter simulationMeter) {
        Map<TeamId, List<Course>> byTeam = new TreeMap<>();
        courses.forEach(
                simulatedJob ->
                        byTeam.computeIfAbsent(simulatedJob.job.team(), _ -> new ArrayList<>())
                                .add(simulatedJob));
        List<Result.Part> teams = new ArrayList<>();
        byTeam.forEach((team, its) -> teams.add(part(team, its)));
        return new Result(
                jobs(courses),
                simulationMeter.events(),
                Spread.of(finished(courses).stream().mapToLong(Reckoning::jct).toArray()),
                Spread.of(finished(courses).stream().mapToLong(Reckoning::waited).toArray()),
                use(scenario, courses, capacity),
                teams,
                simulationMeter.curves(),
                Map.of());
    }

    /** Of several scenarios that were played apart, as if they were one cluster. */
    static Result together(List<Result> all) {
        Result first = all.getFirst();
        Result.Jobs jobs = first.jobs();
        Result.Events events = first.events();
        Result.Use use = first.use();
        List<Result.Part> teams = new ArrayList<>(first.teams());
        for (Result more : all.subList(1, all.size())) {
            jobs = jobs.plus(more.jobs());
            events = events.plus(more.events());
            use = use.plus(more.use());
            teams.addAll(more.teams());
        }
        teams.sort(Comparator.comparing(Result.Part::team));
        return new Result(
                jobs,
                events,
                Spread.together(all.stream().map(Result::jct).toList()),
                Spread.together(all.stream().map(Result::waits).toList()),
                use,
                teams,
                Curves.sum(all.stream().map(Result::curves).toList()),
                Map.of());
    }

    private static List<Course> finished(List<Course> courses) {
        return courses.stream()
                .filter(simulatedJob -> simulatedJob.state() == State.FINISHED)
                .toList();
    }

    private static int count(List<Course> courses, State state) {
        return (int) courses.stream().filter(simulatedJob -> simulatedJob.state() == state).count();
    }

    private static Result.Jobs jobs(List<Course> courses) {
        int finished = count(courses, State.FINISHED);
        int givenUp = count(courses, State.GIVEN_UP);
        return new Result.Jobs(
                courses.size(),
                finished,
                givenUp,
                courses.size() - finished - givenUp,
                (int) courses.stream().filter(it -> it.job.truth().due().isPresent()).count(),
                (int) finished(courses).stream().filter(Reckoning::met).count());
    }

    private static boolean met(Course simulatedJob) {
        return simulatedJob
                .job
                .truth()
                .due()
                .filter(due -> simulatedJob.ended() <= due.toEpochMilli())
                .isPresent();
    }

    private static Result.Use use(Scenario scenario, List<Course> courses, long capacity) {
        Instant from = scenario.jobs().getFirst().submitted();
        long until = courses.stream().mapToLong(Course::ended).max().orElse(0);
        return new Result.Use(
                capacity,
                courses.stream().mapToDouble(Course::used).sum() / WHOLE / HOUR,
                courses.stream().mapToDouble(it -> it.lost() * (double) it.job.whole()).sum()
                        / WHOLE
                        / HOUR,
                from,
                Instant.ofEpochMilli(Math.max(until, from.toEpochMilli())));
    }

    private static Result.Part part(TeamId team, List<Course> its) {
        List<Course> finished = finished(its);
        return new Result.Part(
                team.value(),
                its.size(),
                its.stream().mapToDouble(Course::used).sum() / WHOLE / HOUR,
                finished.stream().mapToLong(Reckoning::jct).average().orElse(0) / 1_000,
                finished.stream().mapToLong(Reckoning::waited).average().orElse(0) / 1_000,
                median(finished.stream().mapToDouble(Reckoning::slowdown).sorted().toArray()));
    }

    private static double median(double[] sorted) {
        return sorted.length == 0 ? 1 : sorted[(sorted.length - 1) / 2];
    }

    private static long jct(Course simulatedJob) {
        return simulatedJob.ended() - simulatedJob.job.submitted().toEpochMilli();
    }

    private static long waited(Course simulatedJob) {
        return Math.max(0, jct(simulatedJob) - simulatedJob.ran());
    }

    private static double slowdown(Course simulatedJob) {
        return Math.max(1, jct(simulatedJob) / (double) simulatedJob.job.takes().toMillis());
    }
}
