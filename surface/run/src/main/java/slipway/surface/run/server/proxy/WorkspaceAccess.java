package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.identity.AccessControl;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.run.workspace.AppConnections;
import slipway.surface.web.http.ClientAddress;

/** Knows who may go to which workspace, and who is there now. */
final class WorkspaceAccess {

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceAccess.class);

    /** Of one workspace at the same time: a notebook has one connection for each open kernel. */
    static final int MOST_OF_ONE = 128;

    /** An app that says nothing for so long says nothing any more. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final Runner runner;
    private final AccessControl accessControl;
    private final InstantSource clock;
    private final WorkspacePasses workspacePasses;
    private final AppConnections appConnections;
    private final Set<AppConnection> crossings = ConcurrentHashMap.newKeySet();

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

    Optional<Workload> find(WorkloadId door) {
        return runner.find(door.value(), _ -> true);
    }

    /** Whoever has the token of this machine has it on this machine only. */
    boolean mayEnter(WorkspacePasses.Pass pass, ClientAddress clientAddress) {
        return (clientAddress.isLoopback() || !pass.visitor().isLocal()) && mayEnter(pass);
    }

    private boolean mayEnter(WorkspacePasses.Pass pass) {
        return find(pass.workload())
                .filter(
                        workload ->
                                accessControl
                                        .recheck(pass.visitor(), now())
                                        .filter(
                                                principal ->
                                                        principal.may(
                                                                Permission.WORKLOADS_WRITE,
                                                                workload.team()))
                                        .isPresent())
                .isPresent();
    }

    /**
     * A connection to the app of its newest attempt; nothing while that does not listen.
     *
     * @throws Problem if it runs where nothing leads to it
     */
    Optional<ByteChannel> reach(Workload workload) throws IOException {
        return workload.state().currentPlacement().isEmpty()
                ? Optional.empty()
                : appConnections.connect(
                        workload.attempt(), runner.directory(workload.attempt()).path(), now());
    }

    /** Whether its app can be reached now. */
    boolean listens(Workload workload) {
        try (ByteChannel app = reach(workload).orElse(null)) {
            return app != null;
        } catch (IOException | Problem e) {
            LOG.debug("The workspace {} takes nobody", workload.id(), e);
            return false;
        }
    }

    /** Notes that somebody is there; nothing, and nobody is, when too many are. */
    Optional<AppConnection> cross(WorkspacePasses.Pass pass, ByteChannel app) {
        var appConnection = new AppConnection(pass, app, clock);
        crossings.add(appConnection);
        long there =
                crossings.stream()
                        .filter(each -> each.pass().workload().equals(pass.workload()))
                        .count();
        if (there > MOST_OF_ONE) {
            over(appConnection);
            return Optional.empty();
        }
        return Optional.of(appConnection);
    }

    void over(AppConnection appConnection) {
        appConnection.end();
        crossings.remove(appConnection);
    }

    /** A person does something there. */
    void used(WorkloadId workload) {
        find(workload)
                .filter(each -> each.state().currentPlacement().isPresent())
                .ifPresent(each -> runner.activity().recordUse(each.attempt(), now()));
    }

    /** Ends what goes on for somebody who may no more, in a workspace that has ended, or with an app that is dead. */
    void look() {
        appConnections.maintain(now());
        Instant then = now().minus(SILENCE);
        for (AppConnection each : crossings) {
            boolean runs =
                    find(each.pass().workload())
                            .filter(workload -> workload.state().currentPlacement().isPresent())
                            .isPresent();
            boolean late = !now().isBefore(each.pass().until());
            if (!runs || late || each.isSilentSince(then) || !mayEnter(each.pass())) {
                over(each);
            }
        }
    }

    void close() {
        crossings.forEach(this::over);
        appConnections.close();
    }
}
