package slipway.cli;

import java.util.List;
import java.util.stream.Stream;
import slipway.surface.api.Route;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.evidence.CalibrationRoutes;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PlanRoutes;
import slipway.surface.run.api.ExecRoutes;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.system.api.WebhookRoutes;

/** The routes of all slices. */
public final class AllRoutes {

    public static final List<Route<?, ?>> LIST =
            Stream.of(
                            ServerRoutes.ALL,
                            CurrentUserRoutes.ALL,
                            TeamRoutes.ALL,
                            UserRoutes.ALL,
                            WorkloadRoutes.ALL,
                            LogRoutes.ALL,
                            WorkloadUsageRoutes.ALL,
                            ExecRoutes.ALL,
                            WorkspaceRoutes.ALL,
                            NodeRoutes.ALL,
                            MeasurementRoutes.ALL,
                            PilotRoutes.ALL,
                            CalibrationRoutes.ALL,
                            PlanRoutes.ALL,
                            EventRoutes.ALL,
                            AuditRoutes.ALL,
                            ReaderRoutes.ALL,
                            OperationRoutes.ALL,
                            WebhookRoutes.ALL)
                    .flatMap(List::stream)
                    .toList();

    private AllRoutes() {}
}
