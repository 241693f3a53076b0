package slipway.server.api.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.journal.Journal;
import slipway.run.Runner;
import slipway.run.Workload;
import slipway.server.api.Binding;
import slipway.server.api.Call;
import slipway.server.api.workspace.WorkspaceDoors;
import slipway.wire.form.Nothing;
import slipway.wire.run.WorkspaceRoutes;
import slipway.wire.run.WorkspaceRoutes.EntryView;
import slipway.wire.run.WorkspaceRoutes.NewKeeping;
import slipway.wire.run.WorkspaceRoutes.WorkspaceView;

/** Workspaces: seen by who sees the team, entered and kept by who may run commands beside its workloads. */
final class WorkspaceHandlers {

    private final Runner runner;
    private final Sight sight;
    private final WorkspaceDoors doors;

    WorkspaceHandlers(Runner runner, WorkspaceDoors doors) {
        this.runner = runner;
        this.sight = new Sight(runner);
        this.doors = doors;
    }

    List<Binding<?, ?>> bindings() {
        return List.of(
                Binding.of(WorkspaceRoutes.SHOW, this::show),
                Binding.of(WorkspaceRoutes.ENTER, this::enter),
                Binding.of(WorkspaceRoutes.KEEP, this::keep));
    }

    private WorkspaceView show(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_READ);
        var _ = workload.workspace();
        return view(workload);
    }

    private EntryView enter(Call<Nothing> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        String address = doors.enter(workload, call.visitor()).toString();
        runner.opened(workload, call.actor());
        return new EntryView(address);
    }

    private WorkspaceView keep(Call<NewKeeping> call) {
        Workload workload = sight.found(call, Permission.WORKLOADS_WRITE);
        Duration time = Duration.ofSeconds(call.body().seconds());
        Journal.await(runner.keep(workload, time, call.body().because(), call.actor()));
        return view(sight.found(call, Permission.WORKLOADS_WRITE));
    }

    private WorkspaceView view(Workload workload) {
        boolean runs = workload.state().place().isPresent();
        return new WorkspaceView(
                workload.id().value(),
                workload.name(),
                workload.state().word(),
                runs && doors.listens(workload),
                runs ? runner.uses().stops(workload.attempt()) : Optional.empty(),
                workload.trail().latest().flatMap(latest -> latest.warned().kept()));
    }
}
