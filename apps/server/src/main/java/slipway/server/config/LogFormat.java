package slipway.server.config;

/** How an entry of the log is written. */
public enum LogFormat {
    TEXT,
    JSON
}
