package slipway.plan.pilot;

/** Phases that a job reports. */
public enum PilotPhase {
    START,
    TRAIN,
    SAVE,
    EVALUATE,
    /** Not reported; counts as training. */
    UNTOLD
}
