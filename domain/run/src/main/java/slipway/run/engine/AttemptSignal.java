package slipway.run.engine;

/** What can be said to an attempt that runs. */
public enum AttemptSignal {
    /**
     * "Save now", by the signal the spec names and to the workers alone: a launcher would die of it and leave its
     * workers on the accelerators. Nothing is sent when the spec names none.
     */
    CHECKPOINT,
    /** "End now", to every process; it may be caught and answered with a last save. */
    STOP,
    /** The end of every process of the attempt, wherever it hides. */
    KILL
}
