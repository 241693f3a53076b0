package slipway.surface.run.api;

import java.util.List;
import java.util.Optional;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.WorkloadRoutes;

/** The routes that run commands inside running workloads. */
public final class ExecRoutes {

    private static final String VISITS = WorkloadRoutes.WORKLOAD + "/visits";

    /** A command to run. */
    public record NewVisit(
            @ApiField(
                            value = "The program and its arguments.",
                            example = "nvidia-smi",
                            longest = 100_000,
                            lines = true)
                    List<String> command,
            @ApiField(
                            value = "The node of the gang. Default: the first.",
                            least = 0,
                            most = 100_000)
                    Optional<Long> rank) {}

    /** A started command. */
    public record VisitView(
            @ApiField(value = "Its id.", example = "01k9x0m6c5q8v2t7r4n1h3j5ya") String visit,
            @ApiField(value = "The attempt it runs in.", example = "1") long attempt,
            @ApiField(value = "The node of the gang, from 0.", example = "0") long rank) {}

    /** A part of the output of a command. */
    public record SaidView(
            @ApiField(
                            value =
                                    "The text without terminal control characters; absent if there is none now.",
                            longest = 1 << 20,
                            lines = true)
                    Optional<String> text,
            @ApiField(value = "Offset of the next part.", example = "4096") long next,
            @ApiField(
                            value = "Its exit code, once it has ended and all output was sent.",
                            least = 0,
                            most = 255)
                    Optional<Long> exitCode) {}

    public static final Route<NewVisit, VisitView> BEGIN =
            Route.of(HttpMethod.POST, VISITS)
                    .forSignedIn(
                            "visit-workload",
                            "Run a command in the sandbox of a running workload, while a client reads its output.")
                    .asking(NewVisit.class)
                    .answering(VisitView.class);
    public static final Route<NoBody, SaidView> FOLLOW =
            Route.of(HttpMethod.GET, VISITS + "/{visit}")
                    .forSignedIn("follow-visit", "Follow the output of your command in a workload.")
                    .answering(SaidView.class)
                    .filteredBy(LogRoutes.FROM)
                    .live();

    public static final List<Route<?, ?>> ALL = List.of(BEGIN, FOLLOW);

    private ExecRoutes() {}
}
