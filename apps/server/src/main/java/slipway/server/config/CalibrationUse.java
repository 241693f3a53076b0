package slipway.server.config;

/** Who applies calibrations from finished workloads. */
public enum CalibrationUse {
    /** An administrator. */
    MANUAL,
    /** The server, once a day, if held-out workloads confirm an improvement. */
    AUTOMATIC
}
