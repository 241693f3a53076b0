package slipway.wire.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.wire.form.Means;
import slipway.wire.form.Nothing;
import slipway.wire.form.Page;
import slipway.wire.route.Route;
import slipway.wire.route.Verb;

/** What running workloads take at the moment, and how they get on. */
public final class VitalRoutes {

    /** One accelerator at the moment. */
    public record GpuView(
            @Means(value = "The accelerator.", example = "GPU-6f1c") String uuid,
            @Means(
                            value =
                                    "Percent of the time in which it worked; not there where it is shared and cannot be"
                                            + " told.",
                            least = 0,
                            most = 100)
                    Optional<Long> utilisation,
            @Means(value = "Bytes of its memory that are taken.", example = "68719476736")
                    long memory,
            @Means(value = "What it draws, in watts.", example = "693") long watts,
            @Means(value = "How warm it is, in degrees Celsius.", example = "61") long celsius,
            @Means("Why its clocks are held down.") List<String> throttled,
            @Means(value = "Errors that the driver reported of it.", example = "79")
                    List<Long> xids) {}

    /** A workload that runs, as it is now. */
    public record VitalsView(
            @Means(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String id,
            @Means(value = "Its name.", example = "digits") String name,
            @Means(value = "Its team.", example = "vision") TeamId team,
            @Means("The nodes it is on.") List<String> nodes,
            @Means("Since when it runs.") Instant since,
            @Means(value = "When it was measured; not there before the first time.")
                    Optional<Instant> at,
            @Means(value = "Processors that were busy, in thousandths.", least = 0)
                    Optional<Long> cpus,
            @Means(value = "Bytes of memory it holds.", least = 0) Optional<Long> memory,
            @Means(value = "How many processes it has.", least = 0) Optional<Long> processes,
            @Means("Its accelerators.") List<GpuView> gpus,
            @Means(value = "The step it is at, if it says so.", least = 0) Optional<Long> step,
            @Means(value = "Of so many.", least = 1) Optional<Long> total,
            @Means(value = "Its loss, as it says it.", example = "2.03") Optional<String> loss,
            @Means("When it will have done its last step, going on like this.")
                    Optional<Instant> ends,
            @Means(value = "Why it is taken to be stuck.", longest = 1_000) Optional<String> hung,
            @Means(
                            value = "That it holds accelerators and has not used them for long.",
                            longest = 1_000)
                    Optional<String> idle) {}

    public static final Route<Nothing, Page<VitalsView>> LIST =
            Route.of(Verb.GET, "/api/v1/vitals")
                    .forVisitors(
                            "list-vitals",
                            "Lists what the running workloads of the teams that you see take at the moment.")
                    .listing(VitalsView.class)
                    .filteredBy(WorkloadRoutes.TEAM);

    public static final List<Route<?, ?>> ALL = List.of(LIST);

    private VitalRoutes() {}
}
