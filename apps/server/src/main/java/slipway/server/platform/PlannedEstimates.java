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

/** Adapts the planner to the port of the runner. */
final class PlannedEstimates implements Planning {

    private final Supplier<Planner> plan;

    /**
     * @param plan the planner with the current calibration
     */
    PlannedEstimates(Supplier<Planner> plan) {
        this.plan = plan;
    }

    @Override
    public WorkloadEstimate of(TrainingSpec trainingSpec, AcceleratorSet accelerators) {
        try {
            return estimate(trainingSpec, accelerators);
        } catch (Problem badCatalog) {
            // An invalid catalog file must not block jobs; they run without an estimate.
            return unknown("%s %s".formatted(badCatalog.what(), badCatalog.why()));
        }
    }

    private WorkloadEstimate estimate(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        return switch (plan.get().estimate(trainingSpec, acceleratorSet)) {
            case JobEstimate.Predicted(var time, var memory, _, _) ->
                    WorkloadEstimate.ofTime(time, describe(memory));
            case JobEstimate.DoesNotFit(var reason, var next) ->
                    WorkloadEstimate.unknown(reason + " " + next);
            case JobEstimate.Unknown(var reason) -> unknown(reason);
        };
    }

    private static WorkloadEstimate unknown(String reason) {
        return WorkloadEstimate.unknown("Its time is not known from its plan. " + reason);
    }

    private static String describe(MemoryVerdict memory) {
        return "%s of %s usable memory per accelerator"
                .formatted(Format.bytes(memory.peak().value()), Format.bytes(memory.usable()));
    }
}
