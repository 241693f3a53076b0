package slipway.surface.run.commands;

import slipway.surface.api.workload.WorkloadView;

/** The name of a workload that commands accept. */
final class WorkloadName {

    private WorkloadName() {}

    /** Its name; for a member of an array with its index, as in {@code sweep-7}. */
    static String of(WorkloadView workload) {
        return workload.name() + workload.index().map(index -> "-" + index).orElse("");
    }
}
