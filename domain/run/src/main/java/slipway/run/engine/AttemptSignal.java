package slipway.run.engine;

/** A signal to a running attempt. */
public enum AttemptSignal {
    /**
     * Asks to save now, by the signal that the spec names, to the workers alone: a launcher would die of it and leave
     * its workers on the accelerators. Nothing is sent if the spec names none.
     */
    CHECKPOINT,
    /** Asks every process to end; it may be caught and answered with a last save. */
    STOP,
    /** Kills every process of the attempt, wherever it is. */
    KILL
}
