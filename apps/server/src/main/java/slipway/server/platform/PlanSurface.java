package slipway.server.platform;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.evidence.CalibrationLoop;
import slipway.evidence.EvidenceDocument;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceStore;
import slipway.plan.BoundedPlanner;
import slipway.plan.CurrentPlanner;
import slipway.plan.CurrentPlanner.Corrections;
import slipway.run.Runner;
import slipway.run.engine.DiscoveredNode;
import slipway.schedule.snapshot.Node;
import slipway.server.config.Config;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;
import slipway.surface.plan.server.AccuracyPages;
import slipway.surface.plan.server.CalibrationHandlers;
import slipway.surface.plan.server.CalibrationViews;
import slipway.surface.plan.server.MeasurementHandlers;
import slipway.surface.plan.server.PilotHandlers;
import slipway.surface.plan.server.PlanHandlers;
import slipway.surface.plan.server.PlanPages;
import slipway.surface.web.http.RouteHandler;

/** The slice plan on this server, connected with the modules plan, run and evidence. */
final class PlanSurface {

    /** More nodes than most clusters have; the newest measurements count. */
    private static final int MAX_MEASUREMENTS = 500;

    private final Runner runner;
    private final EvidenceStore evidenceStore;
    private final BoundedPlanner boundedPlanner;
    private final CalibrationLoop calibrationLoop;
    private final AttemptEvidence attemptEvidence;
    private final List<RouteHandler<?, ?>> bindings;
    private final InstantSource clock;

    PlanSurface(
            Config config,
            Runner runner,
            EvidenceStore evidenceStore,
            CurrentPlanner currentPlanner,
            InstantSource clock) {
        this.runner = runner;
        this.evidenceStore = evidenceStore;
        this.boundedPlanner =
                new BoundedPlanner(
                        currentPlanner::corrected, () -> cluster(runner), config.prices(), clock);
        this.calibrationLoop = new CalibrationLoop(evidenceStore, runner::recomputeEstimates);
        this.attemptEvidence = new AttemptEvidence(runner, currentPlanner, evidenceStore);
        this.clock = clock;
        var pilots =
                new PilotHandlers(
                        runner,
                        evidenceStore,
                        currentPlanner,
                        config.prices(),
                        attemptEvidence::pilot);
        var calibrations =
                new CalibrationHandlers(calibrationLoop, evidenceStore, currentPlanner, clock);
        this.bindings =
                Stream.of(
                                new MeasurementHandlers(runner, evidenceStore, catalog(config))
                                        .bindings(),
                                pilots.bindings(),
                                calibrations.bindings(),
                                new PlanHandlers(boundedPlanner, clock).bindings())
                        .flatMap(List::stream)
                        .toList();
    }

    /** The planner of this server, corrected by its evidence. */
    static CurrentPlanner planner(Config config, EvidenceStore evidenceStore) {
        return new CurrentPlanner(
                catalog(config),
                () ->
                        new Corrections(
                                evidenceStore.calibration(),
                                evidenceStore
                                        .newest(
                                                Kind.MEASUREMENT,
                                                Optional.empty(),
                                                MAX_MEASUREMENTS)
                                        .stream()
                                        .map(EvidenceDocument::body)
                                        .toList()));
    }

    /** The folder of the administrator's catalog files. */
    private static Path catalog(Config config) {
        return config.data().resolve("catalog");
    }

    /** The accelerators of each node. */
    private static List<AcceleratorSet> cluster(Runner runner) {
        return runner.nodes().stream()
                .map(DiscoveredNode::node)
                .map(Node::devices)
                .filter(it -> it.count() > 0 && !it.type().equals(Node.Devices.NONE))
                .map(it -> new AcceleratorSet(it.type(), it.count(), 1))
                .toList();
    }

    CalibrationLoop calibrationLoop() {
        return calibrationLoop;
    }

    Optional<OutcomeView> outcome(WorkloadId workload) {
        return calibrationLoop.outcome(workload).map(CalibrationViews::of);
    }

    PlanPages planPages() {
        return new PlanPages(boundedPlanner, runner, clock);
    }

    AccuracyPages accuracyPages() {
        return new AccuracyPages(calibrationLoop, evidenceStore, clock);
    }

    List<RouteHandler<?, ?>> bindings() {
        return bindings;
    }

    /** Records evidence from now on. */
    void follow() {
        evidenceStore.follow(attemptEvidence);
    }
}
