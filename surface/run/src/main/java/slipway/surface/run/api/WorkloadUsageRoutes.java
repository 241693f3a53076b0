package slipway.surface.run.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.WorkloadRoutes;

/** The route that lists live usage and progress of running workloads. */
public final class WorkloadUsageRoutes {

    /** The latest sample of one accelerator. */
    public record GpuView(
            @ApiField(value = "The accelerator.", example = "GPU-6f1c") String uuid,
            @ApiField(
                            value =
                                    "Utilization in percent; absent if it is shared and cannot be attributed.",
                            least = 0,
                            most = 100)
                    Optional<Long> utilisation,
            @ApiField(value = "Bytes of its memory in use.", example = "68719476736") long memory,
            @ApiField(value = "Its power draw, in watts.", example = "693") long watts,
            @ApiField(value = "Its temperature, in degrees Celsius.", example = "61") long celsius,
            @ApiField("The reasons for clock throttling.") List<String> throttled,
            @ApiField(value = "Xid errors that the driver reported.", example = "79")
                    List<Long> xids) {}

    /** A running workload with its latest sample. */
    public record VitalsView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "Its team.", example = "vision") TeamId team,
            @ApiField("The nodes it is on.") List<String> nodes,
            @ApiField("The time it started to run.") Instant since,
            @ApiField(value = "The time of the sample; absent before the first.")
                    Optional<Instant> at,
            @ApiField(value = "CPU usage, in thousandths of a core.", least = 0)
                    Optional<Long> cpus,
            @ApiField(value = "Bytes of memory in use.", least = 0) Optional<Long> memory,
            @ApiField(value = "How many processes it has.", least = 0) Optional<Long> processes,
            @ApiField("Its accelerators.") List<GpuView> gpus,
            @ApiField(value = "Its current step, if it reports progress.", least = 0)
                    Optional<Long> step,
            @ApiField(value = "The total number of steps.", least = 1) Optional<Long> total,
            @ApiField(value = "Its loss, as reported.", example = "2.03") Optional<String> loss,
            @ApiField("The expected time of its last step, at the present speed.")
                    Optional<Instant> ends,
            @ApiField(value = "The reason that it seems to hang.", longest = 1_000)
                    Optional<String> hung,
            @ApiField(
                            value = "A sentence, if it holds accelerators without using them.",
                            longest = 1_000)
                    Optional<String> idle) {}

    public static final Route<NoBody, ListPage<VitalsView>> LIST =
            Route.of(HttpMethod.GET, "/api/v1/vitals")
                    .forSignedIn(
                            "list-vitals",
                            "List live usage of running workloads of the teams that you may see.")
                    .listing(VitalsView.class)
                    .filteredBy(WorkloadRoutes.TEAM);

    public static final List<Route<?, ?>> ALL = List.of(LIST);

    private WorkloadUsageRoutes() {}
}
