package slipway.surface.run.server;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import slipway.base.IdGenerator;
import slipway.identity.AccessControl;
import slipway.run.Runner;
import slipway.surface.run.server.proxy.WorkspaceListeners;
import slipway.surface.web.http.RouteHandler;

/** The route handlers of workloads and nodes. */
public final class RunSurface {

    private final Runner runner;
    private final AccessControl accessControl;
    private final IdGenerator idGenerator;
    private final InstantSource clock;
    private final WorkspaceListeners workspaceListeners;

    public RunSurface(
            Runner runner,
            AccessControl accessControl,
            IdGenerator idGenerator,
            InstantSource clock,
            WorkspaceListeners workspaceListeners) {
        this.workspaceListeners = workspaceListeners;
        this.runner = runner;
        this.accessControl = accessControl;
        this.idGenerator = idGenerator;
        this.clock = clock;
    }

    public List<RouteHandler<?, ?>> bindings() {
        return Stream.of(
                        new WorkloadHandlers(runner, clock).bindings(),
                        new LogHandlers(runner, clock).bindings(),
                        new WorkloadUsageHandlers(runner).bindings(),
                        new ExecHandlers(runner, accessControl, clock, idGenerator).bindings(),
                        new WorkspaceHandlers(runner, workspaceListeners).bindings(),
                        new NodeHandlers(runner).bindings())
                .flatMap(List::stream)
                .toList();
    }
}
