package slipway.surface.api;

/** Conventions of the API besides the routes: headers, media types and status codes. */
public final class ApiConventions {

    public static final String PROBLEM = "application/problem+json";

    /** The version of the answering server. */
    public static final String VERSION = "X-Slipway-Version";

    public static final String REQUEST_ID = "X-Request-Id";
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** Says that the answer is that of an earlier request with the same idempotency key. */
    public static final String REPLAYED = "Idempotency-Replayed";

    public static final String CSRF = "X-CSRF-Token";

    /** The beginning of the command line's User-Agent. */
    public static final String AGENT = "slipway-cli/";

    static final String KEY_MEANING =
            "Chosen by the client, 1 to 200 visible characters: a request repeated with the same key is executed once.";

    private ApiConventions() {}

    /** The status of a successful answer. */
    public static int status(Route<?, ?> route) {
        if (route.kind() == Route.Kind.EMPTY) {
            return 204;
        }
        return route.verb() == HttpMethod.POST ? 201 : 200;
    }
}
