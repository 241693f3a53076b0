package slipway.simulate.report;

import java.time.Duration;
import java.util.Optional;
import slipway.simulate.Packed;
import slipway.simulate.Result;
import slipway.simulate.Study.Addition;

/** A result, with what it is about. */
public sealed interface Finding {

    /** The file that was replayed. */
    String trace();

    /** How long the simulation took. */
    Duration took();

    /**
     * A trace was played through.
     *
     * @param more with so many more accelerators
     */
    record Replayed(String trace, Result result, Optional<More> more, Duration took)
            implements Finding {}

    /** What so many more accelerators would have changed. */
    record More(Addition addition, Result result) {}

    /** Pods were packed onto nodes. */
    record Filled(String trace, Packed packed, Duration took) implements Finding {}
}
