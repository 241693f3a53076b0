package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.WorkloadId;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.surface.web.http.AllowedHosts;
import slipway.surface.web.http.JettySetup;
import slipway.surface.web.http.ListenSettings;

/** Opens a port for each workspace that somebody wants to enter, and closes it some time after the workspace ended. */
public final class WorkspaceListeners implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceListeners.class);
    private static final ProblemCode NO_PORT =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY, "no-port-free", "No port is free for the workspace.");
    private static final ProblemCode ENDED =
            ProblemCode.of(ProblemKind.CONFLICT, "workspace-ended", "The workspace has ended.");

    private static final Duration LOOK = Duration.ofSeconds(5);

    /** Whoever looks at a workspace that ended is told so for this long. */
    private static final Duration AFTERWARDS = Duration.ofMinutes(10);

    /** Also while nothing is read or written: an app may take its time to answer. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private static final int MOST_DOORS = 500;
    private static final int CONNECTIONS = 5_000;
    private static final Duration STOP = Duration.ofSeconds(1);

    private final ListenSettings listenSettings;
    private final PortRange portRange;
    private final WorkspaceAccess workspaceAccess;
    private final Server server;
    private final Map<WorkloadId, ServerConnector> doors = new ConcurrentHashMap<>();
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("workspace-doors").factory());

    private WorkspaceListeners(
            ListenSettings listenSettings, PortRange portRange, WorkspaceAccess workspaceAccess) {
        this.listenSettings = listenSettings;
        this.portRange = portRange;
        this.workspaceAccess = workspaceAccess;
        this.server = new Server(JettySetup.threads("workspaces"));
    }

    public static WorkspaceListeners open(
            ListenSettings listenSettings,
            PortRange portRange,
            Runner runner,
            AccessControl accessControl,
            InstantSource clock) {
        var workspaceAccess = new WorkspaceAccess(runner, accessControl, clock, new SecureRandom());
        var doors = new WorkspaceListeners(listenSettings, portRange, workspaceAccess);
        doors.start();
        return doors;
    }

    private void start() {
        boolean reachable =
                !listenSettings
                        .host()
                        .matches("127\\..*|localhost|::1|\\[::1]"); // as its own door sees it
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        server.setStopTimeout(STOP.toMillis());
        server.setHandler(
                new WorkspaceProxy(
                        new AllowedHosts(listenSettings.names(), reachable),
                        workspaceAccess,
                        listenSettings.isEncrypted()));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("The doors of workspaces do not open", e);
        }
        var _ =
                looking.scheduleWithFixedDelay(
                        this::guarded, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void guarded() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.warn("A look at the doors of workspaces failed and is tried again", e);
        }
    }

    /**
     * The address that leads in: good once, and for five minutes. Whoever asks was let through by the route.
     *
     * @throws Problem if it is no workspace, has ended, or no port is free
     */
    public URI enter(Workload workload, Principal principal) {
        var _ = workload.workspace();
        if (workload.state() instanceof WorkloadState.Ended) {
            throw new Problem(
                    ENDED,
                    workload.name() + " has ended.",
                    "Nothing runs there that could be opened.",
                    "Start another: slipway workspace jupyter");
        }
        int port = door(workload.id()).getLocalPort();
        String ticket =
                workspaceAccess.passes().ticket(workload.id(), principal, workspaceAccess.now());
        String scheme = listenSettings.isEncrypted() ? "https" : "http";
        return URI.create(
                "%s://%s:%d%s?ticket=%s"
                        .formatted(scheme, host(), port, WorkspaceProxy.ENTER, ticket));
    }

    /** Whether what runs in it can be reached now. */
    public boolean listens(Workload workload) {
        return workspaceAccess.listens(workload);
    }

    private String host() {
        String host =
                listenSettings.host().contains(":")
                        ? "[" + listenSettings.host() + "]"
                        : listenSettings.host();
        String near = host.equals("0.0.0.0") ? "127.0.0.1" : host.equals("[::]") ? "[::1]" : host;
        return listenSettings.publicUrl().map(URI::getHost).orElse(near);
    }

    private synchronized ServerConnector door(WorkloadId workload) {
        ServerConnector known = doors.get(workload);
        if (known != null) {
            return known;
        }
        if (doors.size() >= MOST_DOORS) {
            throw noPort("%d workspaces have one already.".formatted(doors.size()));
        }
        for (int port = portRange.first(); port <= portRange.last(); port++) {
            Optional<ServerConnector> opened = opened(workload, port);
            if (opened.isPresent()) {
                doors.put(workload, opened.get());
                return opened.get();
            }
        }
        throw noPort(
                portRange.first() == 0
                        ? "The machine gives none."
                        : "All from %d to %d are taken."
                                .formatted(portRange.first(), portRange.last()));
    }

    private static Problem noPort(String why) {
        return new Problem(
                NO_PORT,
                "The workspace cannot be opened.",
                why,
                "End workspaces that nobody needs, or have an admin widen run.workspace_ports.");
    }

    private Optional<ServerConnector> opened(WorkloadId workload, int port) {
        var connector =
                new ServerConnector(server, 1, 1, JettySetup.gatewayFactories(listenSettings));
        connector.setName(workload.value());
        connector.setHost(listenSettings.host());
        connector.setPort(port);
        connector.setIdleTimeout(SILENCE.toMillis());
        try {
            connector.open();
            server.addConnector(connector);
            connector.start();
            return Optional.of(connector);
        } catch (IOException taken) {
            LOG.debug("The port {} is not free for a workspace", port, taken);
            connector.close();
            return Optional.empty();
        } catch (Exception e) {
            throw new IllegalStateException("The door of a workspace does not open", e);
        }
    }

    /** Ends what may not go on, and closes what leads nowhere. */
    void look() {
        workspaceAccess.look();
        workspaceAccess.passes().keep(doors::containsKey, workspaceAccess.now());
        doors.forEach(
                (workload, connector) -> {
                    boolean over =
                            workspaceAccess
                                    .find(workload)
                                    .map(Workload::state)
                                    .filter(workloadState -> !isOver(workloadState))
                                    .isEmpty();
                    if (over) {
                        doors.remove(workload, connector);
                        shut(connector);
                    }
                });
    }

    private boolean isOver(WorkloadState workloadState) {
        return workloadState.ended()
                && workloadState.since().plus(AFTERWARDS).isBefore(workspaceAccess.now());
    }

    private void shut(ServerConnector connector) {
        try {
            connector.stop();
            server.removeConnector(connector);
        } catch (Exception e) {
            LOG.warn("The door of a workspace does not close", e);
        }
    }

    @Override
    public void close() {
        looking.shutdown();
        workspaceAccess.close();
        JettySetup.stop(server);
    }
}
