package slipway.server.config;

/** Under whose account jobs run. */
public enum RunAs {
    /** The server's own. */
    SERVICE,
    /** Each under that of whoever submitted it. */
    USER
}
