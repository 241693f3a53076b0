package slipway.run.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;
import slipway.run.Runner.Setup;
import slipway.run.engine.DiscoveredNode;
import slipway.run.estimate.EstimateCache;
import slipway.run.estimate.Place;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.RunProblems;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.schedule.Scheduler;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.WorkloadSpec;

/**
 * Admission: decides before a workload is accepted whether the cluster could ever run it, and estimates it from its
 * plan.
 */
public final class AdmissionCheck {

    /** The first estimate of a plan takes about a second; a submission waits no longer than this for it. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    private final Setup setup;
    private final EstimateCache estimateCache;

    public AdmissionCheck(Setup setup, EstimateCache estimateCache) {
        this.setup = setup;
        this.estimateCache = estimateCache;
    }

    /** @throws slipway.base.Problem if the cluster could never run the workload */
    public void check(Submission submission) {
        Shares shares = setup.shares().get();
        if (shares.teams().stream()
                .noneMatch(teamQuotas -> teamQuotas.id().equals(submission.team()))) {
            throw RunProblems.noTeam(submission.team());
        }
        SchedulerRequests.checkIsolation(shares, setup.engine());
        SchedulerRequests.check(submission.spec(), setup.engine());
        SchedulerRequests.checkSocketPath(submission.spec(), setup.attempts());
        SchedulerRequests.checkSecrets(submission, setup.secrets());
        var _ = setup.engine().account(submission.owner());
        List<Node> nodes = nodes();
        Scheduler.check(
                ClusterSnapshot.of(nodes, shares.teams()).withPolicy(shares.policy()),
                new SchedulerRequests(Catalog.bundled(), nodes)
                        .schedulable(
                                draft(submission),
                                RuntimeEstimate.unknown(shares.policy().unknownRuntime()),
                                0));
        var _ = estimate(submission.spec());
    }

    /** The workload that this submission would create. */
    public Workload draft(Submission submission) {
        return submission.draft(setup.ids().nextWorkloadId(), setup.clock().instant());
    }

    /** Estimates a workload from its plan at submission, so that the answer is cached when the scheduler needs it. */
    public Optional<WorkloadEstimate> estimate(WorkloadSpec spec) {
        return estimate(spec, Optional.empty(), MAX_WAIT);
    }

    /** The estimate of a submitted workload, if it is computed already. */
    public Optional<WorkloadEstimate> estimate(Workload workload) {
        return estimate(workload.spec(), workload.state().currentPlacement(), Duration.ZERO);
    }

    private Optional<WorkloadEstimate> estimate(
            WorkloadSpec spec, Optional<Placement> on, Duration maxWait) {
        if (spec.planToEnd().isEmpty()) {
            return Optional.empty();
        }
        return estimateCache.await(spec.planToEnd().get(), accelerators(spec, on), maxWait);
    }

    /** The accelerators that a workload has or will probably have. */
    public Optional<Place> accelerators(WorkloadSpec spec, Optional<Placement> on) {
        List<Node> nodes = nodes();
        return Place.of(
                new SchedulerRequests(Catalog.bundled(), nodes).resourceRequest(spec), nodes, on);
    }

    private List<Node> nodes() {
        return setup.engine().nodes().stream().map(DiscoveredNode::node).toList();
    }
}
