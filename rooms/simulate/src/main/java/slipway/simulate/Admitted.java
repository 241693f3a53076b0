package slipway.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.schedule.Scheduler;
import slipway.schedule.picture.Ask;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Workload;
import slipway.simulate.trace.Ground;
import slipway.simulate.trace.Job;

/** Leaves out what could never run, as the platform would refuse it on submission. */
final class Admitted {

    private record Case(TeamId team, Ask ask) {}

    private final Cluster cluster;
    private final Map<Case, Optional<String>> refusals = new HashMap<>();
    private final Map<String, Integer> refused = new TreeMap<>();

    private Admitted(Ground ground) {
        this.cluster = Cluster.of(ground.nodes(), ground.teams()).under(ground.policy());
    }

    /** The same scenarios without them; they are counted among what was dropped. */
    static Scenarios of(Scenarios scenarios) {
        Map<String, Integer> dropped = new TreeMap<>(scenarios.dropped());
        List<Scenario> all = new ArrayList<>();
        for (Scenario scenario : scenarios.all()) {
            var admitted = new Admitted(scenario.ground());
            List<Job> jobs = scenario.jobs().stream().filter(admitted::fits).toList();
            admitted.refused.forEach((why, count) -> dropped.merge(why, count, Integer::sum));
            if (!jobs.isEmpty()) {
                all.add(scenario.with(jobs));
            }
        }
        return new Scenarios(all, dropped);
    }

    private boolean fits(Job job) {
        Optional<String> refusal =
                refusals.computeIfAbsent(new Case(job.team(), job.ask()), _ -> refusal(job));
        refusal.ifPresent(why -> refused.merge(why, 1, Integer::sum));
        return refusal.isEmpty();
    }

    /** The code of the problem, in the words of a result. */
    private Optional<String> refusal(Job job) {
        try {
            Workload asked =
                    Workload.of(
                            new WorkloadId("job"),
                            job.team(),
                            job.ask(),
                            Workload.Times.of(job.submitted(), Span.ENDLESS));
            Scheduler.check(cluster, asked);
            return Optional.empty();
        } catch (Problem never) {
            return Optional.of(never.code().name().replace('-', '_'));
        }
    }
}
