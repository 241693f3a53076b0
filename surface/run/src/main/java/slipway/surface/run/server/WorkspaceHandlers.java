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
 * Workspaces: seen by who sees the team, entered by who may run commands beside its workloads. Others wait for what is
 * kept unused, so only its owner keeps it, and who decides for the team.
 */
final class WorkspaceHandlers {

    private static final ProblemCode NOT_THE_OWNER =
            ProblemCode.of(
                    ProblemKind.DENIED,
                    "not-the-owner",
                    "Only the owner of a workload may do this, and who decides for its team.");

    private final Runner runner;
    private final WorkloadLookup workloadLookup;
    private final WorkspaceListeners doors;

    WorkspaceHandlers(Runner runner, WorkspaceListeners doors) {
        this.runner = runner;
        this.workloadLookup = new WorkloadLookup(runner);
        this.doors = doors;
    }

    List<RouteHandler<?, ?>> bindings() {
        return List.of(
                RouteHandler.of(WorkspaceRoutes.SHOW, this::show),
                RouteHandler.of(WorkspaceRoutes.ENTER, this::enter),
                RouteHandler.of(WorkspaceRoutes.KEEP, this::keep));
    }

    private WorkspaceView show(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_READ);
        var _ = workload.workspace();
        return view(workload);
    }

    private EntryView enter(AuthorizedRequest<NoBody> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        String address = doors.enter(workload, authorizedRequest.principal()).toString();
        runner.recordOpened(workload, authorizedRequest.actor());
        return new EntryView(address);
    }

    private KeepingView keep(AuthorizedRequest<NewKeeping> authorizedRequest) {
        Workload workload = workloadLookup.found(authorizedRequest, Permission.WORKLOADS_WRITE);
        if (!mayKeep(workload, authorizedRequest.principal())) {
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

    private static boolean mayKeep(Workload workload, Principal principal) {
        return workload.header().owner().equals(principal.id().value())
                || principal.may(Permission.TEAM_WRITE, workload.team());
    }

    private static Problem notTheOwner(Workload workload) {
        String owner = workload.header().owner();
        return new Problem(
                NOT_THE_OWNER,
                "You may not extend %s.".formatted(workload.name()),
                "It is of %s, and others may wait for what it holds.".formatted(owner),
                "Ask %s, or a lead or an admin of the team '%s'."
                        .formatted(owner, workload.team()));
    }

    private WorkspaceView view(Workload workload) {
        boolean runs = workload.state().currentPlacement().isPresent();
        return new WorkspaceView(
                workload.id().value(),
                workload.name(),
                workload.state().label(),
                runs && doors.listens(workload),
                runs ? runner.activity().stopsAt(workload.attempt()) : Optional.empty(),
                workload.history().latest().flatMap(latest -> latest.warnings().exemptUntil()));
    }
}
