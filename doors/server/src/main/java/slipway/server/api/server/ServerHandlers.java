package slipway.server.api.server;

import java.util.List;
import slipway.server.api.RouteHandler;
import slipway.server.api.ServerMetrics;
import slipway.server.api.TextResponse;
import slipway.wire.AllRoutes;
import slipway.wire.OpenApi;
import slipway.wire.server.ServerRoutes;

/** What the server says of itself: what it offers, and what it measures. */
public final class ServerHandlers {

    private final ServerMetrics serverMetrics;
    private final String version;
    private volatile String openApi = "";

    public ServerHandlers(ServerMetrics serverMetrics, String version) {
        this.serverMetrics = serverMetrics;
        this.version = version;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return List.of(
                new RouteHandler.Other<>(
                        ServerRoutes.OPENAPI,
                        _ -> TextResponse.of(200, "application/json", openApi())),
                new RouteHandler.Other<>(
                        ServerRoutes.METRICS,
                        _ ->
                                TextResponse.of(
                                        200,
                                        "text/plain; version=0.0.4; charset=utf-8",
                                        serverMetrics.text())));
    }

    /** Made when it is first asked for, so that no start waits for it; two who ask at once make the same. */
    private String openApi() {
        if (openApi.isEmpty()) {
            openApi = new OpenApi(AllRoutes.LIST).document(version).toPrettyString();
        }
        return openApi;
    }
}
