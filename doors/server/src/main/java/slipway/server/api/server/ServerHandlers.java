package slipway.server.api.server;

import java.util.List;
import slipway.server.api.Binding;
import slipway.server.api.Measures;
import slipway.server.api.Text;
import slipway.wire.AllRoutes;
import slipway.wire.OpenApi;
import slipway.wire.server.ServerRoutes;

/** What the server says of itself: what it offers, and what it measures. */
public final class ServerHandlers {

    private final Measures serverMetrics;
    private final String version;
    private volatile String openApi = "";

    public ServerHandlers(Measures serverMetrics, String version) {
        this.serverMetrics = serverMetrics;
        this.version = version;
    }

    public List<Binding<?, ?>> bindings() {
        return List.of(
                new Binding.Other<>(
                        ServerRoutes.OPENAPI, _ -> Text.of(200, "application/json", openApi())),
                new Binding.Other<>(
                        ServerRoutes.METRICS,
                        _ ->
                                Text.of(
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
