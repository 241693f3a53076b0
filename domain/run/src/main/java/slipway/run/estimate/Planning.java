package slipway.run.estimate;

import slipway.spec.workload.TrainingSpec;

/** Says what is to be expected of a job that trains this, on these accelerators. It may take a while. */
@FunctionalInterface
public interface Planning {

    /** Where nobody plans. */
    Planning NONE = (_, _) -> WorkloadEstimate.unknown("This server plans nothing.");

    WorkloadEstimate of(TrainingSpec plan, Place place);
}
