package slipway.surface.run.commands;

import slipway.surface.api.workload.WorkloadView;

/** What a workload is called where people type it again. */
final class WorkloadName {

    private WorkloadName() {}

    /** Its name; of a member of an array with its index, as in {@code sweep-7}. */
    static String of(WorkloadView workload) {
        return workload.name() + workload.index().map(index -> "-" + index).orElse("");
    }
}
