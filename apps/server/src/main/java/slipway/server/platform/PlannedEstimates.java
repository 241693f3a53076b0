package slipway.server.platform;

import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorSet;
import slipway.plan.JobEstimate;
import slipway.plan.Planner;
import slipway.plan.training.MemoryVerdict;
import slipway.run.estimate.Planning;
import slipway.run.estimate.WorkloadEstimate;
import slipway.spec.workload.TrainingSpec;

/** The room that plans, as the room that runs asks it. */
final class PlannedEstimates implements Planning {

    private final Supplier<Planner> plan;

    /**
     * @param plan as it is corrected now
     */
    PlannedEstimates(Supplier<Planner> plan) {
        this.plan = plan;
    }

    @Override
    public WorkloadEstimate of(TrainingSpec trainingSpec, AcceleratorSet accelerators) {
        try {
            return told(trainingSpec, accelerators);
        } catch (Problem badCatalog) {

            // A job does not wait because a file of prices is wrong: it is only estimated later.
            return unknown("%s %s".formatted(badCatalog.what(), badCatalog.why()));
        }
    }

    private WorkloadEstimate told(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return switch (plan.get().estimate(trainingSpec, acceleratorSet)) {
            case JobEstimate.Predicted(var time, var memory, _, _) ->
                    WorkloadEstimate.ofTime(time, words(memory));
            case JobEstimate.DoesNotFit(var because, var next) ->
                    WorkloadEstimate.unknown(because + " " + next);
            case JobEstimate.Unknown(var because) -> unknown(because);
        };
    }

    private static WorkloadEstimate unknown(String because) {
        return WorkloadEstimate.unknown("Its time is not known from its plan. " + because);
    }

    private static String words(MemoryVerdict memory) {
        return "%s of %s that an accelerator gives"
                .formatted(Format.bytes(memory.peak().value()), Format.bytes(memory.usable()));
    }
}
