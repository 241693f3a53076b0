package slipway.server.config;

/** How much the server writes into its log; each level includes those before it. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
