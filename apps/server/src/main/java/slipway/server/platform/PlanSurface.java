package slipway.server.platform;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceStore;
import slipway.run.Runner;
import slipway.server.config.Config;
import slipway.surface.plan.server.BoundedPlanner;
import slipway.surface.plan.server.CalibrationHandlers;
import slipway.surface.plan.server.CalibrationLoop;
import slipway.surface.plan.server.CurrentPlanner;
import slipway.surface.plan.server.MeasurementHandlers;
import slipway.surface.plan.server.PilotHandlers;
import slipway.surface.plan.server.PlanHandlers;
import slipway.surface.web.http.RouteHandler;

/** What is asked of the room that plans, and what it is taught by what runs here. */
final class PlanSurface {

    private final EvidenceStore evidenceStore;
    private final BoundedPlanner desk;
    private final CalibrationLoop calibrationLoop;
    private final MeasurementHandlers measuring;
    private final PilotHandlers piloting;
    private final InstantSource clock;

    PlanSurface(
            Config config,
            Runner runner,
            EvidenceStore evidenceStore,
            CurrentPlanner currentPlanner,
            InstantSource clock) {
        this.evidenceStore = evidenceStore;
        this.desk =
                new BoundedPlanner(
                        currentPlanner::corrected, runner::nodes, config.prices(), clock);
        this.calibrationLoop = new CalibrationLoop(evidenceStore, runner, currentPlanner);
        this.measuring = new MeasurementHandlers(runner, evidenceStore, catalog(config));
        this.piloting = new PilotHandlers(runner, evidenceStore, currentPlanner, config.prices());
        this.clock = clock;
    }

    /** Where the owner's own files lie over the bundled catalog. */
    static Path catalog(Config config) {
        return config.data().resolve("catalog");
    }

    BoundedPlanner desk() {
        return desk;
    }

    CalibrationLoop learning() {
        return calibrationLoop;
    }

    List<RouteHandler<?, ?>> bindings() {
        return Stream.of(
                        measuring.bindings(),
                        piloting.bindings(),
                        new CalibrationHandlers(calibrationLoop, clock).bindings(),
                        new PlanHandlers(desk, clock).bindings())
                .flatMap(List::stream)
                .toList();
    }

    /** From now on what happens is written down beside what was expected. */
    void follow() {
        evidenceStore.follow(
                List.<EvidenceRecorder>of(measuring.scribe(), calibrationLoop.scribe(), piloting));
    }
}
