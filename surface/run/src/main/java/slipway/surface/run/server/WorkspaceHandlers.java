package slipway.surface.run.server;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.identity.Principal;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.json.NoBody;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.EntryView;
import slipway.surface.run.api.WorkspaceRoutes.KeepingView;
import slipway.surface.run.api.WorkspaceRoutes.NewKeeping;
import slipway.surface.run.api.WorkspaceRoutes.WorkspaceView;
import slipway.surface.run.server.proxy.WorkspaceListeners;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.http.RouteHandler;

/**
 * Shows and opens workspaces, and exempts workloads from idle shutdown. To open one takes the permission to run
 * commands in workloads. Other users may wait for the resources, so only the owner and the leads and admins of the team
 * may exempt a workload.
 */
final class WorkspaceHandlers {

    private static final ProblemCode NOT_THE_OWNER =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "not-the-owner",
                    "Only the owner of a workload and the leads and admins of its team may do this.");

    private final Runner runner;
    private final WorkloadLookup workloadLookup;
    private final WorkspaceListeners workspaceListeners;

    WorkspaceHandlers(Runner runner, WorkspaceListeners workspaceListeners) {
        this.runner = runner;
        this.workloadLookup = new WorkloadLookup(runner);
        this.workspaceListeners = workspaceListeners;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(WorkspaceRoutes.SHOW, this::show),
                RouteHandler.keyed(WorkspaceRoutes.ENTER, this::enter),
                RouteHandler.of(WorkspaceRoutes.KEEP, this::keep));
    }

    private WorkspaceView show(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_READ);
        var _ = workload.workspace();
        return view(workload);
    }

    /** A ticket works once, so a repeated request gets another one; the opening is recorded once. */
    private EntryView enter(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        String address =
                workspaceListeners.enter(workload, authorizedRequest.principal()).toString();
        runner.recordOpened(workload, authorizedRequest.actor(), authorizedRequest.details().key());
        return new EntryView(address);
    }

    private KeepingView keep(AuthorizedRequest<NewKeeping> authorizedRequest) {
        Workload workload = workloadLookup.get(authorizedRequest, Permission.WORKLOADS_WRITE);
        if (!mayExempt(workload, authorizedRequest.principal())) {
            throw notTheOwner(workload);
        }
        Duration time = Duration.ofSeconds(authorizedRequest.body().seconds());
        Instant until =
                runner.exemptFromIdle(
                        workload,
                        time,
                        authorizedRequest.body().because(),
                        authorizedRequest.actor());
        return new KeepingView(workload.id().value(), workload.name(), until);
    }

    private static boolean mayExempt(Workload workload, Principal principal) {
        return workload.header().owner().equals(principal.id().value())
                || principal.may(Permission.TEAM_WRITE, workload.team());
    }

    private static Problem notTheOwner(Workload workload) {
        String owner = workload.header().owner();
        return new Problem(
                NOT_THE_OWNER,
                "You may not extend %s.".formatted(workload.name()),
                "It belongs to %s, and other users may wait for its resources.".formatted(owner),
                "Ask %s, or a lead or an admin of the team '%s'."
                        .formatted(owner, workload.team()));
    }

    private WorkspaceView view(Workload workload) {
        boolean runs = workload.state().currentPlacement().isPresent();
        return new WorkspaceView(
                workload.id().value(),
                workload.name(),
                workload.state().label(),
                runs && workspaceListeners.listens(workload),
                runs ? runner.activity().stopsAt(workload.attempt()) : Optional.empty(),
                workload.history().latest().flatMap(latest -> latest.warnings().exemptUntil()));
    }
}
