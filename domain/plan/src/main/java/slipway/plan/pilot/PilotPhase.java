package slipway.plan.pilot;

/** What a job says it does. */
public enum PilotPhase {
    START,
    TRAIN,
    SAVE,
    EVALUATE,
    /** It does not say; then it is taken to train. */
    UNTOLD
}
