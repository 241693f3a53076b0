package slipway.wire;

import java.util.List;
import java.util.stream.Stream;
import slipway.wire.audit.AuditRoutes;
import slipway.wire.guard.CurrentUserRoutes;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.guard.UserRoutes;
import slipway.wire.journal.EventRoutes;
import slipway.wire.plan.CalibrationRoutes;
import slipway.wire.plan.MeasurementRoutes;
import slipway.wire.plan.PilotRoutes;
import slipway.wire.plan.PlanRoutes;
import slipway.wire.route.Route;
import slipway.wire.run.ExecRoutes;
import slipway.wire.run.LogRoutes;
import slipway.wire.run.NodeRoutes;
import slipway.wire.run.WorkloadRoutes;
import slipway.wire.run.WorkloadUsageRoutes;
import slipway.wire.run.WorkspaceRoutes;
import slipway.wire.server.ServerRoutes;

/** Every route there is, room by room. */
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
                            AuditRoutes.ALL)
                    .flatMap(List::stream)
                    .toList();

    private AllRoutes() {}
}
