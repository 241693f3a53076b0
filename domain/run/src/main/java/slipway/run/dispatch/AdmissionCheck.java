package slipway.run.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Catalog;
import slipway.journal.IdempotencyKey;
import slipway.run.engine.DiscoveredNode;
import slipway.run.estimate.EstimateCache;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.RunProblems;
import slipway.run.lifecycle.RunRequest;
import slipway.run.lifecycle.RunSetup;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Shares;
import slipway.run.lifecycle.Submission;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.schedule.Scheduler;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.JobArray;
import slipway.spec.workload.WorkloadSpec;

/**
 * Admission: decides before a workload is accepted whether the cluster could ever run it, and estimates it from its
 * plan.
 */
public final class AdmissionCheck {

    /** The first estimate of a plan takes about a second; a submission waits no longer than this for it. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(3);

    private final RunSetup setup;
    private final EstimateCache estimateCache;

    public AdmissionCheck(RunSetup setup, EstimateCache estimateCache) {
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

    /** The request that submits it; a refusal is a request too if a stored answer may exist for its key. */
    public RunRequest submitRequest(
            Submission submission,
            Optional<IdempotencyKey> key,
            BiFunction<String, Predicate<Workload>, Optional<Workload>> find) {
        try {
            check(submission);
            return submitRequest(submission, find);
        } catch (Problem problem) {
            if (key.isPresent()) {
                return new RunRequest.Refuse(problem);
            }
            throw problem;
        }
    }

    private RunRequest submitRequest(
            Submission submission,
            BiFunction<String, Predicate<Workload>, Optional<Workload>> find) {
        int members = submission.spec().scheduling().array().map(JobArray::size).orElse(1);
        return new RunRequest.Submit(
                Stream.generate(setup.ids()::nextWorkloadId).limit(members).toList(),
                submission.name(),
                submission.team(),
                submission.owner(),
                StoredSpec.of(submission.spec()),
                submission.spec().scheduling().needs().stream()
                        .map(need -> dependency(need, submission, find).id())
                        .distinct()
                        .toList(),
                submission.excluded());
    }

    private static Workload dependency(
            String need,
            Submission by,
            BiFunction<String, Predicate<Workload>, Optional<Workload>> find) {
        return find.apply(need, found -> found.team().equals(by.team()))
                .orElseThrow(() -> RunProblems.unknownNeed(need, "which is not there"));
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
    public Optional<AcceleratorSet> accelerators(WorkloadSpec spec, Optional<Placement> on) {
        return new SchedulerRequests(Catalog.bundled(), nodes()).accelerators(spec, on);
    }

    private List<Node> nodes() {
        return setup.engine().nodes().stream().map(DiscoveredNode::node).toList();
    }
}
