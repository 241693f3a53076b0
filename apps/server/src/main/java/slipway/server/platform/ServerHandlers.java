package slipway.server.platform;

import java.util.List;
import slipway.cli.AllRoutes;
import slipway.surface.api.OpenApi;
import slipway.surface.api.ServerRoutes;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.ServerMetrics;
import slipway.surface.web.http.TextResponse;

/** Serves the OpenAPI document and the metrics. */
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
                new RouteHandler.Text<>(
                        ServerRoutes.OPENAPI,
                        _ -> TextResponse.of(200, "application/json", openApi())),
                new RouteHandler.Text<>(
                        ServerRoutes.METRICS,
                        _ ->
                                TextResponse.of(
                                        200,
                                        "text/plain; version=0.0.4; charset=utf-8",
                                        serverMetrics.text())));
    }

    /** Created at the first request to keep the start fast; concurrent requests create equal documents. */
    private String openApi() {
        if (openApi.isEmpty()) {
            openApi = new OpenApi(AllRoutes.LIST).document(version).toPrettyString();
        }
        return openApi;
    }
}
