package slipway.plan.request;

import slipway.plan.training.TrainingTask;

/**
 * A run whose network and storage are to be advised on.
 *
 * @param type accelerator type, by the catalog's name
 * @param perMachine accelerators of one machine
 * @param tokenBytes bytes read for each token
 */
public record AdvisedRun(
        TrainingTask task, String type, int accelerators, int perMachine, double tokenBytes) {

    public int machines() {
        return Math.ceilDiv(accelerators, perMachine);
    }
}
