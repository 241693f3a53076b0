package slipway.server.platform;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import slipway.account.EvidenceRecorder;
import slipway.account.EvidenceStore;
import slipway.run.Runner;
import slipway.server.api.Binding;
import slipway.server.api.plan.CalibrationHandlers;
import slipway.server.api.plan.Learning;
import slipway.server.api.plan.MeasurementHandlers;
import slipway.server.api.plan.PilotHandlers;
import slipway.server.api.plan.PlanDesk;
import slipway.server.api.plan.PlanHandlers;
import slipway.server.api.plan.Plans;
import slipway.server.config.Config;

/** What is asked of the room that plans, and what it is taught by what runs here. */
final class Planning {

    private final EvidenceStore evidenceStore;
    private final PlanDesk desk;
    private final Learning calibrationLoop;
    private final MeasurementHandlers measuring;
    private final PilotHandlers piloting;
    private final InstantSource clock;

    Planning(
            Config config,
            Runner runner,
            EvidenceStore evidenceStore,
            Plans currentPlanner,
            InstantSource clock) {
        this.evidenceStore = evidenceStore;
        this.desk = new PlanDesk(currentPlanner::corrected, runner::nodes, config.prices(), clock);
        this.calibrationLoop = new Learning(evidenceStore, runner, currentPlanner);
        this.measuring = new MeasurementHandlers(runner, evidenceStore, catalog(config));
        this.piloting = new PilotHandlers(runner, evidenceStore, currentPlanner, config.prices());
        this.clock = clock;
    }

    /** Where the owner's own files lie over the bundled catalog. */
    static Path catalog(Config config) {
        return config.data().resolve("catalog");
    }

    PlanDesk desk() {
        return desk;
    }

    Learning learning() {
        return calibrationLoop;
    }

    List<Binding<?, ?>> bindings() {
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
