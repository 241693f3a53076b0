package slipway.server.config;

/** Who applies what finished workloads correct. */
public enum CalibrationUse {
    /** A person. */
    MANUAL,
    /** The server, once a day, where workloads that were kept out say that it helps. */
    AUTOMATIC
}
