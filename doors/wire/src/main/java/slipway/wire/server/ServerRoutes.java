package slipway.wire.server;

import java.util.List;
import slipway.base.Permission;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** The server itself. */
public final class ServerRoutes {

    /** How it is. */
    public record State(@Means(value = "alive or ready.", example = "ready") String status) {}

    public static final Route<Nothing, State> ALIVE =
            Route.of(Verb.GET, "/healthz")
                    .forAnybody("show-alive", "Says that the server answers.")
                    .answering(State.class);
    public static final Route<Nothing, State> READY =
            Route.of(Verb.GET, "/readyz")
                    .forAnybody("show-ready", "Says whether the server can write; 503 if not.")
                    .answering(State.class);
    public static final Route<Nothing, Nothing> OPENAPI =
            Route.of(Verb.GET, "/openapi.json")
                    .forAnybody("show-openapi", "This document.")
                    .answeringText();
    public static final Route<Nothing, Nothing> METRICS =
            Route.of(Verb.GET, "/metrics")
                    .everywhere(
                            Permission.METRICS_READ,
                            "show-metrics",
                            "The server's measurements, as Prometheus reads them.")
                    .answeringText();

    public static final List<Route<?, ?>> ALL = List.of(ALIVE, READY, OPENAPI, METRICS);

    private ServerRoutes() {}
}
