package slipway.server.config;

/** What keeps jobs apart. */
public enum SandboxUse {
    /** Used where it works; with more than one team the server does not start without. */
    NEEDED,
    /** Used where it works; the teams trust each other. */
    OPTIONAL,
    /** Never used; the teams trust each other. */
    OFF
}
