package slipway.server.config;

/** What executes jobs. */
public enum EngineKind {
    /** This machine. */
    LOCAL,
    /** A cluster that Slurm runs. */
    SLURM
}
