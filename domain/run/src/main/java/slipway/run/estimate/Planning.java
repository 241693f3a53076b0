package slipway.run.estimate;

import slipway.catalog.AcceleratorSet;
import slipway.spec.workload.TrainingSpec;

/** Estimates a job that trains this on these accelerators. It may take a while. */
@FunctionalInterface
public interface Planning {

    /** For a server without a planner. */
    Planning NONE = (_, _) -> WorkloadEstimate.unknown("This server plans nothing.");

    WorkloadEstimate of(TrainingSpec plan, AcceleratorSet accelerators);
}
