package slipway.surface.api;

/** What server and client agree on beside the routes themselves. */
public final class ApiConventions {

    public static final String PROBLEM = "application/problem+json";

    /** Which Slipway answers. */
    public static final String VERSION = "X-Slipway-Version";

    public static final String REQUEST_ID = "X-Request-Id";
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    public static final String CSRF = "X-CSRF-Token";

    /** How the command line begins its User-Agent. */
    public static final String AGENT = "slipway-cli/";

    static final String KEY_MEANING =
            "Chosen by the sender, 1 to 200 visible characters: a request sent again under the same key is done once.";

    private ApiConventions() {}

    /** The status of an answer that is no problem. */
    public static int status(Route<?, ?> route) {
        if (route.kind() == Route.Kind.EMPTY) {
            return 204;
        }
        return route.verb() == HttpMethod.POST ? 201 : 200;
    }
}
