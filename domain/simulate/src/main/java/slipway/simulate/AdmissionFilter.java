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
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.simulate.trace.TraceCluster;
import slipway.simulate.trace.TraceJob;

/** Removes the jobs that could never run, as the admission check refuses them on submission. */
final class AdmissionFilter {

    private record RequestKey(TeamId team, ResourceRequest request) {}

    private final ClusterSnapshot clusterSnapshot;
    private final Map<RequestKey, Optional<String>> refusals = new HashMap<>();
    private final Map<String, Integer> refused = new TreeMap<>();

    private AdmissionFilter(TraceCluster traceCluster) {
        this.clusterSnapshot =
                ClusterSnapshot.of(traceCluster.nodes(), traceCluster.teams())
                        .withPolicy(traceCluster.policy());
    }

    /** The scenarios without those jobs; they are counted as dropped. */
    static Scenarios of(Scenarios scenarios) {
        Map<String, Integer> dropped = new TreeMap<>(scenarios.dropped());
        List<Scenario> all = new ArrayList<>();
        for (Scenario scenario : scenarios.all()) {
            var admissionFilter = new AdmissionFilter(scenario.cluster());
            List<TraceJob> jobs = scenario.jobs().stream().filter(admissionFilter::fits).toList();
            admissionFilter.refused.forEach(
                    (why, count) -> dropped.merge(why, count, Integer::sum));
            if (!jobs.isEmpty()) {
                all.add(scenario.withJobs(jobs));
            }
        }
        return new Scenarios(all, dropped);
    }

    private boolean fits(TraceJob traceJob) {
        Optional<String> refusal =
                refusals.computeIfAbsent(
                        new RequestKey(traceJob.team(), traceJob.request()),
                        _ -> refusal(traceJob));
        refusal.ifPresent(why -> refused.merge(why, 1, Integer::sum));
        return refusal.isEmpty();
    }

    /** The problem code, in the notation of a result. */
    private Optional<String> refusal(TraceJob traceJob) {
        try {
            SchedulableWorkload asked =
                    SchedulableWorkload.of(
                            new WorkloadId("job"),
                            traceJob.team(),
                            traceJob.request(),
                            SchedulableWorkload.Times.of(
                                    traceJob.submitted(), RuntimeEstimate.ENDLESS));
            Scheduler.check(clusterSnapshot, asked);
            return Optional.empty();
        } catch (Problem never) {
            return Optional.of(never.code().name().replace('-', '_'));
        }
    }
}
