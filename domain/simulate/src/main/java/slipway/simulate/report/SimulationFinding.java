package slipway.simulate.report;

import java.time.Duration;
import java.util.Optional;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;
import slipway.simulate.Study.Addition;

/** A result, with what it is about. */
public sealed interface SimulationFinding {

    /** The file that was replayed. */
    String trace();

    /** How long the simulation took. */
    Duration elapsed();

    /**
     * A trace was played through.
     *
     * @param expansion with so many more accelerators
     */
    record Replayed(
            String trace, SimulationResult result, Optional<Expansion> expansion, Duration elapsed)
            implements SimulationFinding {}

    /** What so many more accelerators would have changed. */
    record Expansion(Addition addition, SimulationResult result) {}

    /** Pods were packed onto nodes. */
    record Packed(String trace, PackingResult result, Duration elapsed)
            implements SimulationFinding {}
}
