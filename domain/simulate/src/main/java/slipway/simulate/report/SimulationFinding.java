package slipway.simulate.report;

import java.time.Duration;
import java.util.Optional;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;
import slipway.simulate.Study.Addition;

/** A result together with its subject. */
public sealed interface SimulationFinding {

    /** The file that was replayed. */
    String trace();

    /** How long the simulation took. */
    Duration elapsed();

    /**
     * A replayed trace.
     *
     * @param expansion the result with added accelerators
     */
    record Replayed(
            String trace, SimulationResult result, Optional<Expansion> expansion, Duration elapsed)
            implements SimulationFinding {}

    /** The result with added accelerators. */
    record Expansion(Addition addition, SimulationResult result) {}

    /** A packing study. */
    record Packed(String trace, PackingResult result, Duration elapsed)
            implements SimulationFinding {}
}
