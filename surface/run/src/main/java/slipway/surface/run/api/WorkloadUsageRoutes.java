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

/** What running workloads take at the moment, and how they get on. */
public final class WorkloadUsageRoutes {

    /** One accelerator at the moment. */
    public record GpuView(
            @ApiField(value = "The accelerator.", example = "GPU-6f1c") String uuid,
            @ApiField(
                            value =
                                    "Percent of the time in which it worked; not there where it is shared and cannot be"
                                            + " told.",
                            least = 0,
                            most = 100)
                    Optional<Long> utilisation,
            @ApiField(value = "Bytes of its memory that are taken.", example = "68719476736")
                    long memory,
            @ApiField(value = "What it draws, in watts.", example = "693") long watts,
            @ApiField(value = "How warm it is, in degrees Celsius.", example = "61") long celsius,
            @ApiField("Why its clocks are held down.") List<String> throttled,
            @ApiField(value = "Errors that the driver reported of it.", example = "79")
                    List<Long> xids) {}

    /** A workload that runs, as it is now. */
    public record VitalsView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @ApiField(value = "Its name.", example = "digits") String name,
            @ApiField(value = "Its team.", example = "vision") TeamId team,
            @ApiField("The nodes it is on.") List<String> nodes,
            @ApiField("Since when it runs.") Instant since,
            @ApiField(value = "When it was measured; not there before the first time.")
                    Optional<Instant> at,
            @ApiField(value = "Processors that were busy, in thousandths.", least = 0)
                    Optional<Long> cpus,
            @ApiField(value = "Bytes of memory it holds.", least = 0) Optional<Long> memory,
            @ApiField(value = "How many processes it has.", least = 0) Optional<Long> processes,
            @ApiField("Its accelerators.") List<GpuView> gpus,
            @ApiField(value = "The step it is at, if it says so.", least = 0) Optional<Long> step,
            @ApiField(value = "Of so many.", least = 1) Optional<Long> total,
            @ApiField(value = "Its loss, as it says it.", example = "2.03") Optional<String> loss,
            @ApiField("When it will have done its last step, going on like this.")
                    Optional<Instant> ends,
            @ApiField(value = "Why it is taken to be stuck.", longest = 1_000)
                    Optional<String> hung,
            @ApiField(
                            value = "That it holds accelerators and has not used them for long.",
                            longest = 1_000)
                    Optional<String> idle) {}

    public static final Route<NoBody, ListPage<VitalsView>> LIST =
            Route.of(HttpMethod.GET, "/api/v1/vitals")
                    .forSignedIn(
                            "list-vitals",
                            "Lists what the running workloads of the teams that you see take at the moment.")
                    .listing(VitalsView.class)
                    .filteredBy(WorkloadRoutes.TEAM);

    public static final List<Route<?, ?>> ALL = List.of(LIST);

    private WorkloadUsageRoutes() {}
}
