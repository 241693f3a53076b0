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
import slipway.journal.FatalFailures;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.surface.web.http.AllowedHosts;
import slipway.surface.web.http.JettySetup;
import slipway.surface.web.http.ListenSettings;

/** Opens a port for each workspace that a user opens, and closes it some time after the workspace has ended. */
public final class WorkspaceListeners implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceListeners.class);
    private static final ProblemCode NO_PORT =
            new ProblemCode(
                    ProblemKind.NO_CAPACITY,
                    "no-port-free",
                    409,
                    "No port is free for the workspace.");
    private static final ProblemCode ENDED =
            ProblemCode.of(ProblemKind.CONFLICT, "workspace-ended", "The workspace has ended.");

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

    /** How long the port of an ended workspace stays open to show that it has ended. */
    private static final Duration ENDED_NOTICE = Duration.ofMinutes(10);

    /** Long, because an app may be slow to answer. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

    private static final int MAX_LISTENERS = 500;
    private static final int MAX_CONNECTIONS = 5_000;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

    private final ListenSettings listenSettings;
    private final PortRange portRange;
    private final WorkspaceAccess workspaceAccess;
    private final Server server;
    private final Map<WorkloadId, ServerConnector> connectors = new ConcurrentHashMap<>();
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("workspace-listeners").factory());

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
        var workspaceListeners = new WorkspaceListeners(listenSettings, portRange, workspaceAccess);
        workspaceListeners.start();
        return workspaceListeners;
    }

    private void start() {
        boolean reachable = !listenSettings.host().matches("127\\..*|localhost|::1|\\[::1]");
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        server.setStopTimeout(STOP_TIMEOUT.toMillis());
        server.setHandler(
                new WorkspaceProxy(
                        new AllowedHosts(listenSettings.names(), reachable),
                        workspaceAccess,
                        isReachedByTls()));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("The listeners of workspaces do not start", e);
        }
        var _ =
                scheduler.scheduleWithFixedDelay(
                        FatalFailures.MACHINE.repeated("workspace listeners", this::check),
                        CHECK_INTERVAL.toMillis(),
                        CHECK_INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /**
     * An address that opens the workspace; it works once, within five minutes. The route has checked the caller's
     * permission.
     *
     * @throws Problem if the workload is not a workspace, has ended, or no port is free
     */
    public URI enter(Workload workload, Principal principal) {
        var _ = workload.workspace();
        if (workload.state() instanceof WorkloadState.Ended) {
            throw new Problem(
                    ENDED,
                    workload.name() + " has ended.",
                    "An ended workspace cannot be opened.",
                    "Start another: slipway workspace jupyter");
        }
        int port = connector(workload.id()).getLocalPort();
        String ticket =
                workspaceAccess.passes().ticket(workload.id(), principal, workspaceAccess.now());
        return listenSettings
                .workspaceUrl(port)
                .resolve(WorkspaceProxy.ENTER + "?ticket=" + ticket);
    }

    private boolean isReachedByTls() {
        return "https".equals(listenSettings.workspaceUrl(1).getScheme());
    }

    /** Whether its app accepts connections now. */
    public boolean listens(Workload workload) {
        return workspaceAccess.listens(workload);
    }

    private synchronized ServerConnector connector(WorkloadId workload) {
        ServerConnector known = connectors.get(workload);
        if (known != null) {
            return known;
        }
        if (connectors.size() >= MAX_LISTENERS) {
            throw noPort("%d workspaces use one already.".formatted(connectors.size()));
        }
        for (int port = portRange.first(); port <= portRange.last(); port++) {
            Optional<ServerConnector> opened = tryOpen(workload, port);
            if (opened.isPresent()) {
                connectors.put(workload, opened.get());
                return opened.get();
            }
        }
        throw noPort(
                portRange.first() == 0
                        ? "The operating system has no free port."
                        : "All ports from %d to %d are in use."
                                .formatted(portRange.first(), portRange.last()));
    }

    private static Problem noPort(String why) {
        return new Problem(
                NO_PORT,
                "The workspace cannot be opened.",
                why,
                "Cancel unused workspaces, or ask an admin to widen run.workspace_ports.");
    }

    private Optional<ServerConnector> tryOpen(WorkloadId workload, int port) {
        var connector =
                new ServerConnector(server, 1, 1, JettySetup.gatewayFactories(listenSettings));
        connector.setName(workload.value());
        connector.setHost(listenSettings.host());
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
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
            throw new IllegalStateException("The listener of a workspace does not start", e);
        }
    }

    /** Closes connections that are no longer allowed, and the listeners of ended workspaces. */
    void check() {
        workspaceAccess.check();
        workspaceAccess.passes().retain(connectors::containsKey, workspaceAccess.now());
        connectors.forEach(
                (workload, connector) -> {
                    boolean unused =
                            workspaceAccess
                                    .find(workload)
                                    .map(Workload::state)
                                    .filter(workloadState -> !isExpired(workloadState))
                                    .isEmpty();
                    if (unused) {
                        connectors.remove(workload, connector);
                        stop(connector);
                    }
                });
    }

    private boolean isExpired(WorkloadState workloadState) {
        return workloadState.ended()
                && workloadState.since().plus(ENDED_NOTICE).isBefore(workspaceAccess.now());
    }

    private void stop(ServerConnector connector) {
        try {
            connector.stop();
            server.removeConnector(connector);
        } catch (Exception e) {
            LOG.warn("The listener of a workspace does not stop", e);
        }
    }

    @Override
    public void close() {
        scheduler.shutdown();
        workspaceAccess.close();
        JettySetup.stop(server);
    }
}
