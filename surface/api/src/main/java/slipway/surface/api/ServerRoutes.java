package slipway.surface.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;

/** The routes of the server itself: health, OpenAPI document and metrics. */
public final class ServerRoutes {

    /** The state of the server. */
    public record State(
            @ApiField(value = "alive or ready.", example = "ready") String status,
            @ApiField(
                            value = "A warning for all users, such as a nearly full disk.",
                            example =
                                    "Only 1.2 GB of 100 GB is free on the disk that holds the data.")
                    Optional<String> note) {

        public static State of(String status) {
            return new State(status, Optional.empty());
        }
    }

    public static final Route<NoBody, State> ALIVE =
            Route.of(HttpMethod.GET, "/healthz")
                    .forPublic("show-alive", "Reports that the server runs, with a warning if any.")
                    .answering(State.class);
    public static final Route<NoBody, State> READY =
            Route.of(HttpMethod.GET, "/readyz")
                    .forPublic("show-ready", "Reports whether the server can write; 503 if not.")
                    .answering(State.class);
    public static final Route<NoBody, NoBody> OPENAPI =
            Route.of(HttpMethod.GET, "/openapi.json")
                    .forPublic("show-openapi", "Returns this document.")
                    .answeringText();
    public static final Route<NoBody, NoBody> METRICS =
            Route.of(HttpMethod.GET, "/metrics")
                    .everywhere(
                            Permission.METRICS_READ,
                            "show-metrics",
                            "Returns the server's metrics in the Prometheus format.")
                    .answeringText();

    public static final List<Route<?, ?>> ALL = List.of(ALIVE, READY, OPENAPI, METRICS);

    private ServerRoutes() {}
}
