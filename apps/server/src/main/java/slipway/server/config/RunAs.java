package slipway.server.config;

/** The account under which jobs run. */
public enum RunAs {
    /** The account of the server. */
    SERVICE,
    /** The account of the user who submitted the job. */
    USER
}
