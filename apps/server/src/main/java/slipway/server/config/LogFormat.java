package slipway.server.config;

/** The format of log entries. */
public enum LogFormat {
    TEXT,
    JSON
}
