package slipway.surface.api;

/** What is done to what a path names. */
public enum HttpMethod {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    /** Whether it may change something. */
    public boolean changes() {
        return this != GET;
    }
}
