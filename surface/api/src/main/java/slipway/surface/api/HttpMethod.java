package slipway.surface.api;

/** The HTTP methods of routes. */
public enum HttpMethod {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE;

    /** Whether it may change state. */
    public boolean changes() {
        return this != GET;
    }
}
