package slipway.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;
import slipway.run.Runner.Setup;
import slipway.run.engine.Found;
import slipway.run.foresight.Foreseen;
import slipway.run.foresight.Foresight;
import slipway.run.foresight.Place;
import slipway.schedule.Scheduler;
import slipway.schedule.picture.ClusterSnapshot;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.RuntimeEstimate;
import slipway.spec.workload.WorkloadSpec;

/** What is looked at before a workload is taken in: whether it could ever run here, and what its plan lets expect. */
final class Admission {

    /** Reckoning a plan takes a second at its first time; whoever submits does not wait for more. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Setup setup;
    private final Foresight estimateCache;

    Admission(Setup setup, Foresight estimateCache) {
        this.setup = setup;
        this.estimateCache = estimateCache;
    }

    /**
     * @throws slipway.base.Problem if it could never run here
     */
    void check(Submission submission) {
        Shares shares = setup.shares().get();
        if (shares.teams().stream()
                .noneMatch(teamQuotas -> teamQuotas.id().equals(submission.team()))) {
            throw Trouble.noTeam(submission.team());
        }
        Fitting.checkApart(shares, setup.engine());
        Fitting.check(submission.spec(), setup.engine());
        Fitting.checkReach(submission.spec(), setup.attempts());
        Fitting.checkSecrets(submission, setup.secrets());
        var _ = setup.engine().account(submission.owner());
        List<Node> nodes = nodes();
        Scheduler.check(
                ClusterSnapshot.of(nodes, shares.teams()).under(shares.policy()),
                new Fitting(Catalog.bundled(), nodes)
                        .pictured(
                                draft(submission),
                                RuntimeEstimate.unknown(shares.policy().longest()),
                                0));
        var _ = foreseen(submission.spec());
    }

    /** As it would be if it were submitted. */
    Workload draft(Submission submission) {
        return submission.draft(setup.ids().workload(), setup.clock().instant());
    }

    /** What the plan of one that comes in lets expect; whoever schedules it then finds the answer there. */
    Optional<Foreseen> foreseen(WorkloadSpec spec) {
        return foreseen(spec, Optional.empty(), PATIENCE);
    }

    /** The same of one that is here, if it is known by now. */
    Optional<Foreseen> foreseen(Workload workload) {
        return foreseen(workload.spec(), workload.state().place(), Duration.ZERO);
    }

    private Optional<Foreseen> foreseen(
            WorkloadSpec spec, Optional<Placement> on, Duration patience) {
        if (spec.whole().isEmpty()) {
            return Optional.empty();
        }
        return estimateCache.awaited(spec.whole().get(), place(spec, on), patience);
    }

    /** The accelerators that a workload has or will probably have. */
    Optional<Place> place(WorkloadSpec spec, Optional<Placement> on) {
        List<Node> nodes = nodes();
        return Place.of(new Fitting(Catalog.bundled(), nodes).ask(spec), nodes, on);
    }

    private List<Node> nodes() {
        return setup.engine().nodes().stream().map(Found::node).toList();
    }
}
