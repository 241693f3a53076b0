package slipway.server.config;

/** Whether jobs run in a sandbox. */
public enum SandboxUse {
    /** Used where it works; with more than one team the server does not start without it. */
    NEEDED,
    /** Used where it works; the teams trust each other. */
    OPTIONAL,
    /** Never used; the teams trust each other. */
    OFF
}
