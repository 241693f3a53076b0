package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.run.workspace.AppConnections;
import slipway.surface.web.http.ClientAddress;

/** Decides who may open which workspace, and tracks the open connections. */
final class WorkspaceAccess {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceAccess.class);

    /** Of one workspace. A notebook has one connection for each open kernel. */
    static final int MAX_CONNECTIONS = 128;

    /** After this time without traffic an app is considered dead. */
    private static final Duration SILENCE_LIMIT = Duration.ofMinutes(10);

    private final Runner runner;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final WorkspacePasses workspacePasses;
    private final AppConnections appConnections;
    private final Map<AppConnection, AccessControl.Watch> connections = new ConcurrentHashMap<>();

    WorkspaceAccess(
            Runner runner, AccessControl accessControl, InstantSource clock, SecureRandom random) {
        this.runner = runner;
        this.appConnections = new AppConnections(runner.engine());
        this.accessControl = accessControl;
        this.clock = clock;
        this.workspacePasses = new WorkspacePasses(random);
    }

    Instant now() {
        return clock.instant();
    }

    WorkspacePasses passes() {
        return workspacePasses;
    }

    Optional<Workload> find(WorkloadId workload) {
        return runner.find(workload.value(), _ -> true);
    }

    /** A session made with the local token is valid only from this machine. */
    boolean mayEnter(WorkspacePasses.Pass pass, ClientAddress clientAddress) {
        return (clientAddress.isLoopback() || !pass.principal().isLocal()) && mayEnter(pass);
    }

    private boolean mayEnter(WorkspacePasses.Pass pass) {
        return accessControl
                .recheck(pass.principal(), now())
                .filter(current -> mayEnter(pass, current))
                .isPresent();
    }

    private boolean mayEnter(WorkspacePasses.Pass pass, Principal current) {
        return find(pass.workload())
                .filter(workload -> current.may(Permission.WORKLOADS_WRITE, workload.team()))
                .isPresent();
    }

    /**
     * A connection to the app of its newest attempt; empty while the app does not listen.
     *
     * @throws Problem if the engine cannot connect to its node
     */
    Optional<ByteChannel> connect(Workload workload) throws IOException {
        return workload.state().currentPlacement().isEmpty()
                ? Optional.empty()
                : appConnections.connect(
                        workload.attempt(), runner.directory(workload.attempt()).path(), now());
    }

    /** Whether its app accepts connections now. */
    boolean listens(Workload workload) {
        try (ByteChannel app = connect(workload).orElse(null)) {
            return app != null;
        } catch (IOException | Problem e) {
            LOG.debug("The workspace {} accepts no connection", workload.id(), e);
            return false;
        }
    }

    /**
     * Registers a connection, which is closed when its user loses access; empty if the workspace has too many.
     */
    Optional<AppConnection> register(WorkspacePasses.Pass pass, ByteChannel app) {
        var appConnection = new AppConnection(pass, app, clock);
        AccessControl.Watch access =
                accessControl.watch(
                        pass.principal(), current -> mayEnter(pass, current), appConnection::close);
        connections.put(appConnection, access);
        long open =
                connections.keySet().stream()
                        .filter(each -> each.pass().workload().equals(pass.workload()))
                        .count();
        if (open > MAX_CONNECTIONS) {
            close(appConnection);
            return Optional.empty();
        }
        return Optional.of(appConnection);
    }

    void close(AppConnection appConnection) {
        appConnection.close();
        Optional.ofNullable(connections.remove(appConnection))
                .ifPresent(AccessControl.Watch::close);
    }

    /** Records that a user does something in the workspace. */
    void recordUse(WorkloadId workload) {
        find(workload)
                .filter(each -> each.state().currentPlacement().isPresent())
                .ifPresent(each -> runner.activity().recordUse(each.attempt(), now()));
    }

    /** Closes connections of ended workspaces, of expired passes, and of dead apps. */
    void check() {
        appConnections.maintain(now());
        Instant limit = now().minus(SILENCE_LIMIT);
        for (AppConnection each : connections.keySet()) {
            boolean runs =
                    find(each.pass().workload())
                            .filter(workload -> workload.state().currentPlacement().isPresent())
                            .isPresent();
            boolean expired = !now().isBefore(each.pass().until());
            if (!runs || expired || each.isSilentSince(limit)) {
                close(each);
            }
        }
    }

    void close() {
        connections.keySet().forEach(this::close);
        appConnections.close();
    }
}
