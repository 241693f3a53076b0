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
    Duration took();

    /**
     * A trace was played through.
     *
     * @param more with so many more accelerators
     */
    record Replayed(String trace, SimulationResult result, Optional<More> more, Duration took)
            implements SimulationFinding {}

    /** What so many more accelerators would have changed. */
    record More(Addition addition, SimulationResult result) {}

    /** Pods were packed onto nodes. */
    record Filled(String trace, PackingResult packed, Duration took) implements SimulationFinding {}
}
