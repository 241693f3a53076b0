package slipway.server.config;

/** The verbosity of the log; each level includes those before it. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
