package slipway.surface.api.operation;

import java.util.List;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;

/** The routes of operations. */
public final class OperationRoutes {

    private static final String OPERATIONS = "/api/v1/operations";
    private static final String OPERATION = OPERATIONS + "/{operation}";

    public static final Route<NoBody, ListPage<OperationView>> LIST =
            Route.of(HttpMethod.GET, OPERATIONS)
                    .forSignedIn(
                            "list-operations",
                            "List the operations that you may see, newest first.")
                    .listing(OperationView.class);
    public static final Route<NoBody, OperationView> SHOW =
            Route.of(HttpMethod.GET, OPERATION)
                    .forSignedIn("show-operation", "Show an operation and its progress.")
                    .answering(OperationView.class);
    public static final Route<NoBody, OperationView> CANCEL =
            Route.of(HttpMethod.POST, OPERATION + "/cancel")
                    .forSignedIn("cancel-operation", "Cancel an operation.")
                    .answering(OperationView.class);

    public static final List<Route<?, ?>> ALL = List.of(LIST, SHOW, CANCEL);

    private OperationRoutes() {}
}
