package slipway.surface.api;

import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;

/** The server itself. */
public final class ServerRoutes {

    /** How it is. */
    public record State(
            @ApiField(value = "alive or ready.", example = "ready") String status,
            @ApiField(
                            value =
                                    "What everybody should know, such as a disk that is nearly full.",
                            example =
                                    "Only 1.2 GB of 100 GB is free on the disk that holds the data.")
                    Optional<String> note) {

        public static State of(String status) {
            return new State(status, Optional.empty());
        }
    }

    public static final Route<NoBody, State> ALIVE =
            Route.of(HttpMethod.GET, "/healthz")
                    .forPublic(
                            "show-alive",
                            "Says that the server answers, and what everybody should know of it.")
                    .answering(State.class);
    public static final Route<NoBody, State> READY =
            Route.of(HttpMethod.GET, "/readyz")
                    .forPublic("show-ready", "Says whether the server can write; 503 if not.")
                    .answering(State.class);
    public static final Route<NoBody, NoBody> OPENAPI =
            Route.of(HttpMethod.GET, "/openapi.json")
                    .forPublic("show-openapi", "This document.")
                    .answeringText();
    public static final Route<NoBody, NoBody> METRICS =
            Route.of(HttpMethod.GET, "/metrics")
                    .everywhere(
                            Permission.METRICS_READ,
                            "show-metrics",
                            "The server's measurements, as Prometheus reads them.")
                    .answeringText();

    public static final List<Route<?, ?>> ALL = List.of(ALIVE, READY, OPENAPI, METRICS);

    private ServerRoutes() {}
}
