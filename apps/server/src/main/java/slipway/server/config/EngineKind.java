package slipway.server.config;

/** The engine that executes jobs. */
public enum EngineKind {
    /** This machine. */
    LOCAL,
    /** A Slurm cluster. */
    SLURM
}
