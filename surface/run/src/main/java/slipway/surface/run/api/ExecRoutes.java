package slipway.surface.run.api;

import java.util.List;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.WorkloadRoutes;

/** Commands beside a running workload. */
public final class ExecRoutes {

    private static final String VISITS = WorkloadRoutes.WORKLOAD + "/visits";

    /** What is to run. */
    public record NewVisit(
            @ApiField(
                            value = "The program and its arguments.",
                            example = "nvidia-smi",
                            longest = 100_000,
                            lines = true)
                    List<String> command,
            @ApiField(
                            value = "On which node of the gang; the first unless said.",
                            least = 0,
                            most = 100_000)
                    Optional<Long> rank) {}

    /** A command that was begun. */
    public record VisitView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String visit,
            @ApiField(value = "The attempt it runs beside.", example = "1") long attempt,
            @ApiField(value = "On which node of the gang.", example = "0") long rank) {}

    /** A part of what a command printed. */
    public record SaidView(
            @ApiField(
                            value =
                                    "The text, without what steers a terminal; not there if there is none now.",
                            longest = 1 << 20,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "Where the next part begins.", example = "4096") long next,
            @ApiField(
                            value = "Its exit code, once it has ended and all is told.",
                            least = 0,
                            most = 255)
                    Optional<Long> exitCode) {}

    public static final Route<NewVisit, VisitView> BEGIN =
            Route.of(HttpMethod.POST, VISITS)
                    .forSignedIn(
                            "visit-workload",
                            "Runs a command beside a running workload, in its sandbox. It ends when nobody listens.")
                    .asking(NewVisit.class)
                    .answering(VisitView.class);
    public static final Route<NoBody, SaidView> FOLLOW =
            Route.of(HttpMethod.GET, VISITS + "/{visit}")
                    .forSignedIn(
                            "follow-visit", "Reads what your command beside a workload prints.")
                    .answering(SaidView.class)
                    .filteredBy(LogRoutes.FROM)
                    .live();

    public static final List<Route<?, ?>> ALL = List.of(BEGIN, FOLLOW);

    private ExecRoutes() {}
}
